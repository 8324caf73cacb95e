import { isAny, liveAllList, liveList, type LiveOrder } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { Caller, ChannelPage, PageQuery } from '../lists/channel-lists.ts'
import { sortedByCount, filterChannels, newestFirst } from '../channel-rules.ts'
import { onAirChanged, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** The filter value for channels on air. */
const liveState = 2

const itemsOf = ({ list, ...page }: ChannelPage) => ({
  ...page,
  list: list.map((channel) => ({ kind: 'channel' as const, ...channel })),
})

/** Lists of channels and matches. */
export function mountLiveList(calls: CallRegistry, { lineup, lists, viewers, guide, crowd }: LiveParts): void {
  const caching = { cachedUntil: [channelsChanged], refreshedBy: [linesChanged, onAirChanged, guide.changed] }
  const sorted = (channels: readonly LineupChannel[], order: LiveOrder, nowMs: number): readonly LineupChannel[] => {
    if (order === '最新') return newestFirst(channels)
    return order === '最热' ? sortedByCount(channels, (id) => viewers.online(id, nowMs) + crowd(id, nowMs)) : channels
  }
  const page = async (
    { type, group, state, order }: { type: string; group: string; state: number; order: LiveOrder },
    pageQuery: PageQuery,
    caller: Caller,
  ) => {
    // Channels have no other states: they are neither upcoming nor over.
    const all = state === 0 || state === liveState ? filterChannels((await lineup()).channels, { type, group }) : []
    const listed = state === liveState ? await lists.onAir(all, caller.nowMs) : all
    return itemsOf(await lists.pageOf(sorted(listed, order, caller.nowMs), pageQuery, caller))
  }
  mountCall(
    calls,
    liveAllList,
    async ({ send: { page: number, size, ...filter }, viewer, nowMs }) =>
      page(filter, { page: number, size }, { userId: viewer?.id ?? null, nowMs }),
    caching,
  )
  mountCall(
    calls,
    liveList,
    async ({ send: { type, group, state, day, team, page: number, size }, viewer, nowMs }) => {
      const pageQuery = { page: number, size }
      if (day !== '0' || !isAny(team)) return { list: [], total: 0, ...pageQuery }
      return page({ type, group, state, order: '默认' }, pageQuery, { userId: viewer?.id ?? null, nowMs })
    },
    caching,
  )
}
