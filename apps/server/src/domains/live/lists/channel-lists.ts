import { maxPage, totalCap, type Channel, type Period, type RankedChannel } from '@yunmu/contract'
import { createMicroCache } from '../micro-cache.ts'
import type { Cards } from '../cards.ts'
import type { LineupChannel, ChannelLineup } from '../channel-lineup.ts'
import { sortedByCount, filterChannels, type ChannelFilter } from '../channel-rules.ts'
import type { LineHealth } from '../lines/line-health.ts'
import type { LiveNeeds } from '../live-needs.ts'
import type { Viewers } from '../watching/viewers.ts'
import type { WatchStore } from '../watching/watch-store.ts'

/** The caller of a list and the time. `userId` null: not signed in. */
export interface Caller {
  userId: number | null
  nowMs: number
}

export interface PageQuery {
  /** From 1. */
  page: number
  size: number
}

export interface ChannelPage extends PageQuery {
  list: Channel[]
  /** Stops at `totalCap`. */
  total: number
}

/** The channel lists of calls of this domain and of the guide. */
export interface ChannelLists {
  /** Sorted by number. */
  byNumber(filter: ChannelFilter, pageQuery: PageQuery, caller: Caller): Promise<ChannelPage>
  overseas(type: string, pageQuery: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels made of the station's own films. */
  linear(pageQuery: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels on air, the most watched first. */
  active(filter: ChannelFilter, pageQuery: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels on air except the given one; `like` lists channels of the same group first. */
  recommended(about: { id: number; by: 'like' | 'hot' }, pageQuery: PageQuery, caller: Caller): Promise<Channel[]>
  /** Channels by watch time in a period. */
  ranked(span: { type: string; period: Period; count: number }, caller: Caller): Promise<RankedChannel[]>
  /** The channels of the list that are on air. */
  onAir(channels: readonly LineupChannel[], nowMs: number): Promise<LineupChannel[]>
  /** A page of a sorted list. */
  pageOf(channels: readonly LineupChannel[], pageQuery: PageQuery, caller: Caller): Promise<ChannelPage>
}

/** Rankings cover at least a day, so they may be seconds old. */
const rankingTtlMs = 15_000
const entryBytes = 50

interface ListNeeds {
  nowMs: () => number
  lineup: () => Promise<ChannelLineup>
  cards: Cards
  health: Pick<LineHealth, 'isOnAir'>
  viewers: Viewers
  crowd: LiveNeeds['crowd']
  watches: Pick<WatchStore, 'watched'>
}

/** The functions shared by all lists. */
function createPaging({ cards, health }: ListNeeds): Pick<ChannelLists, 'pageOf' | 'onAir'> {
  const pageOf: ChannelLists['pageOf'] = async (channels, { page, size }, { userId, nowMs }) => {
    const pageChannels = page > maxPage ? [] : channels.slice((page - 1) * size, page * size)
    const list = pageChannels.length === 0 ? [] : await cards.of(pageChannels, nowMs, userId)
    return { list, total: Math.min(channels.length, totalCap), page, size }
  }
  const onAir: ChannelLists['onAir'] = async (channels, nowMs) => {
    const isOnAir = await Promise.all(channels.map((channel) => health.isOnAir(channel, nowMs)))
    return channels.filter((_, at) => isOnAir[at])
  }
  return { pageOf, onAir }
}

export function createChannelLists(needs: ListNeeds): ChannelLists {
  const { nowMs, lineup, viewers, watches, crowd } = needs
  const cachedRanking = createMicroCache<ReadonlyMap<number, number>>({
    nowMs,
    ttlMs: rankingTtlMs,
    sizeOf: ({ size }) => size * entryBytes,
  })
  const { pageOf, onAir } = createPaging(needs)
  const mostWatched = (channels: readonly LineupChannel[], nowMs: number): LineupChannel[] =>
    sortedByCount(channels, (id) => viewers.online(id, nowMs) + crowd(id, nowMs))

  return {
    pageOf,
    onAir,
    byNumber: async (filter, pageQuery, caller) =>
      pageOf(filterChannels((await lineup()).channels, filter), pageQuery, caller),
    async overseas(type, pageQuery, caller) {
      const channels = filterChannels((await lineup()).channels, { type })
      return pageOf(
        channels.filter((channel) => channel.overseas),
        pageQuery,
        caller,
      )
    },
    async linear(pageQuery, caller) {
      const { channels } = await lineup()
      return pageOf(
        channels.filter(({ streams }) => streams.some(({ kind }) => kind === 'linear')),
        pageQuery,
        caller,
      )
    },
    async active(filter, pageQuery, caller) {
      const channels = await onAir(filterChannels((await lineup()).channels, filter), caller.nowMs)
      return pageOf(mostWatched(channels, caller.nowMs), pageQuery, caller)
    },
    async recommended({ id, by }, pageQuery, caller) {
      const { channels, byId } = await lineup()
      const others = await onAir(
        channels.filter((channel) => channel.id !== id),
        caller.nowMs,
      )
      const hot = mostWatched(others, caller.nowMs)
      const group = byId.get(id)?.groupId
      const like = by === 'like' ? sortedByCount(hot, (each) => Number(byId.get(each)?.groupId === group)) : hot
      return (await pageOf(like, pageQuery, caller)).list
    },
    async ranked({ type, period, count }, caller) {
      const watched = await cachedRanking(period, () => watches.watched(period, caller.nowMs))
      const secondsOf = (id: number): number => watched.get(id) ?? 0
      const channels = sortedByCount(filterChannels((await lineup()).channels, { type }), secondsOf)
      const { list } = await pageOf(channels, { page: 1, size: count }, caller)
      return list.map((channel) => ({ ...channel, watchedSec: secondsOf(channel.id) }))
    },
  }
}
