import { deepestPage, totalCap, type Channel, type Period, type RankedChannel } from '@yunmu/contract'
import { createBriefCache } from '../brief-cache.ts'
import type { Cards } from '../cards.ts'
import type { BookChannel, ChannelBook } from '../channel-book.ts'
import { byMost, narrowed, type ChannelFilter } from '../channel-rules.ts'
import type { LineHealth } from '../lines/line-health.ts'
import type { Viewers } from '../watching/viewers.ts'
import type { WatchStore } from '../watching/watch-store.ts'

/** Who asks and when. `userId` null is not signed in. */
export interface Asker {
  userId: number | null
  nowMs: number
}

export interface Leaf {
  /** From 1. */
  page: number
  size: number
}

export interface ChannelPage extends Leaf {
  list: Channel[]
  /** Stops at `totalCap`. */
  total: number
}

/** The lists of channels that calls of this domain and of the guide answer with. */
export interface ChannelLists {
  /** By number. */
  byNumber(filter: ChannelFilter, leaf: Leaf, asker: Asker): Promise<ChannelPage>
  overseas(type: string, leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** Those that are made of the station's own films. */
  linear(leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** Those that are on the air, the most watched now first. */
  active(filter: ChannelFilter, leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** What else is on: `like` of the group of a channel first. */
  recommended(about: { id: number; by: 'like' | 'hot' }, leaf: Leaf, asker: Asker): Promise<Channel[]>
  /** By how long they were watched in a span. */
  ranked(span: { type: string; period: Period; count: number }, asker: Asker): Promise<RankedChannel[]>
  /** Those that are on the air. */
  onAir(channels: readonly BookChannel[], nowMs: number): Promise<BookChannel[]>
  /** A leaf of a list that was put in order. */
  pageOf(channels: readonly BookChannel[], leaf: Leaf, asker: Asker): Promise<ChannelPage>
}

/** Rankings go by days. */
const rankedMs = 15_000
const watchedBytes = 50

interface ListNeeds {
  nowMs: () => number
  book: () => Promise<ChannelBook>
  cards: Cards
  health: Pick<LineHealth, 'isOnAir'>
  viewers: Viewers
  watches: Pick<WatchStore, 'watched'>
}

/** What every list is made with. */
function createLeaves({ cards, health }: ListNeeds): Pick<ChannelLists, 'pageOf' | 'onAir'> {
  const pageOf: ChannelLists['pageOf'] = async (channels, { page, size }, { userId, nowMs }) => {
    const shown = page > deepestPage ? [] : channels.slice((page - 1) * size, page * size)
    const list = shown.length === 0 ? [] : await cards.of(shown, nowMs, userId)
    return { list, total: Math.min(channels.length, totalCap), page, size }
  }
  const onAir: ChannelLists['onAir'] = async (channels, nowMs) => {
    const are = await Promise.all(channels.map((channel) => health.isOnAir(channel, nowMs)))
    return channels.filter((_, at) => are[at])
  }
  return { pageOf, onAir }
}

export function createChannelLists(needs: ListNeeds): ChannelLists {
  const { nowMs, book, viewers, watches } = needs
  const kept = createBriefCache<ReadonlyMap<number, number>>({
    nowMs,
    keptMs: rankedMs,
    sizeOf: ({ size }) => size * watchedBytes,
  })
  const { pageOf, onAir } = createLeaves(needs)
  const mostWatched = (channels: readonly BookChannel[], nowMs: number): BookChannel[] =>
    byMost(channels, (id) => viewers.online(id, nowMs))

  return {
    pageOf,
    onAir,
    byNumber: async (filter, leaf, asker) => pageOf(narrowed((await book()).channels, filter), leaf, asker),
    async overseas(type, leaf, asker) {
      const channels = narrowed((await book()).channels, { type })
      return pageOf(
        channels.filter((channel) => channel.overseas),
        leaf,
        asker,
      )
    },
    async linear(leaf, asker) {
      const { channels } = await book()
      return pageOf(
        channels.filter(({ streams }) => streams.some(({ kind }) => kind === 'linear')),
        leaf,
        asker,
      )
    },
    async active(filter, leaf, asker) {
      const channels = await onAir(narrowed((await book()).channels, filter), asker.nowMs)
      return pageOf(mostWatched(channels, asker.nowMs), leaf, asker)
    },
    async recommended({ id, by }, leaf, asker) {
      const { channels, byId } = await book()
      const others = await onAir(
        channels.filter((channel) => channel.id !== id),
        asker.nowMs,
      )
      const hot = mostWatched(others, asker.nowMs)
      const group = byId.get(id)?.groupId
      const like = by === 'like' ? byMost(hot, (each) => Number(byId.get(each)?.groupId === group)) : hot
      return (await pageOf(like, leaf, asker)).list
    },
    async ranked({ type, period, count }, asker) {
      const watched = await kept(period, () => watches.watched(period, asker.nowMs))
      const secondsOf = (id: number): number => watched.get(id) ?? 0
      const channels = byMost(narrowed((await book()).channels, { type }), secondsOf)
      const { list } = await pageOf(channels, { page: 1, size: count }, asker)
      return list.map((channel) => ({ ...channel, watchedSec: secondsOf(channel.id) }))
    },
  }
}
