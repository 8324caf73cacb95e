import { isAny, type LiveItem, liveAllList, liveList, type LiveOrder, maxPage, totalCap } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { Caller, PageQuery } from '../lists/channel-lists.ts'
import { channelItem, matchItem } from '../lists/live-items.ts'
import { sortedByCount, filterChannels, newestFirst } from '../channel-rules.ts'
import { onAirChanged, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** The filter value for channels on air. */
const liveState = 2

interface ListFilter {
  type: string
  group: string
  state: number
  day: string
  team: string
  order: LiveOrder
}

interface LivePage extends PageQuery {
  list: LiveItem[]
  total: number
}

/** Lists of matches and channels: matches come first. */
export function mountLiveList(calls: CallRegistry, { lineup, lists, cards, ...parts }: LiveParts): void {
  const { viewers, guide, crowd, matches } = parts
  const caching = {
    cachedUntil: [channelsChanged],
    refreshedBy: [linesChanged, onAirChanged, guide.changed, ...matches.changed],
  }
  const sorted = (channels: readonly LineupChannel[], order: LiveOrder, nowMs: number): readonly LineupChannel[] => {
    if (order === '最新') return newestFirst(channels)
    return order === '最热' ? sortedByCount(channels, (id) => viewers.online(id, nowMs) + crowd(id, nowMs)) : channels
  }
  const channelsOf = async (
    { type, group, state, day, team, order }: ListFilter,
    nowMs: number,
  ): Promise<readonly LineupChannel[]> => {
    // Channels have no other states and no teams: they are neither upcoming nor over.
    if (day !== '0' || !isAny(team) || (state !== 0 && state !== liveState)) return []
    const all = filterChannels((await lineup()).channels, { type, group })
    return sorted(state === liveState ? await lists.onAir(all, nowMs) : all, order, nowMs)
  }
  const pageOf = async (filter: ListFilter, { page, size }: PageQuery, caller: Caller): Promise<LivePage> => {
    const offset = (page - 1) * size
    const limit = page > maxPage ? 0 : size
    const [channels, found] = await Promise.all([
      channelsOf(filter, caller.nowMs),
      matches.find(filter, { offset, limit }, caller),
    ])
    const from = Math.max(0, offset - found.total)
    const shown = channels.slice(from, from + limit - found.list.length)
    return {
      list: [...found.list.map(matchItem), ...(await cards.of(shown, caller.nowMs, caller.userId)).map(channelItem)],
      total: Math.min(found.total + channels.length, totalCap),
      page,
      size,
    }
  }
  mountCall(
    calls,
    liveAllList,
    async ({ send: { page, size, ...filter }, viewer, nowMs }) =>
      pageOf({ ...filter, day: '0', team: '0' }, { page, size }, { userId: viewer?.id ?? null, nowMs }),
    caching,
  )
  mountCall(
    calls,
    liveList,
    async ({ send: { page, size, ...filter }, viewer, nowMs }) =>
      pageOf({ ...filter, order: '默认' }, { page, size }, { userId: viewer?.id ?? null, nowMs }),
    caching,
  )
}
