import { isAny, liveAllList, liveList, type LiveOrder } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { BookChannel } from '../channel-book.ts'
import type { Asker, ChannelPage, Leaf } from '../lists/channel-lists.ts'
import { byMost, narrowed, newestFirst } from '../channel-rules.ts'
import { airTurned, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** The state of what is on the air, as lists are asked for it. */
const live = 2

const itemsOf = ({ list, ...page }: ChannelPage) => ({
  ...page,
  list: list.map((channel) => ({ kind: 'channel' as const, ...channel })),
})

/** Lists that know channels and matches. */
export function mountLiveList(calls: CallBook, { book, lists, viewers, guide }: LiveParts): void {
  const kept = { cachedUntil: [channelsChanged], refreshedBy: [linesChanged, airTurned, guide.changed] }
  const inOrder = (channels: readonly BookChannel[], order: LiveOrder, nowMs: number): readonly BookChannel[] => {
    if (order === '最新') return newestFirst(channels)
    return order === '最热' ? byMost(channels, (id) => viewers.online(id, nowMs)) : channels
  }
  const page = async (
    { type, group, state, order }: { type: string; group: string; state: number; order: LiveOrder },
    leaf: Leaf,
    asker: Asker,
  ) => {
    // A channel is neither upcoming nor over.
    const all = state === 0 || state === live ? narrowed((await book()).channels, { type, group }) : []
    const shown = state === live ? await lists.onAir(all, asker.nowMs) : all
    return itemsOf(await lists.pageOf(inOrder(shown, order, asker.nowMs), leaf, asker))
  }
  mountCall(
    calls,
    liveAllList,
    async ({ send: { page: number, size, ...filter }, viewer, nowMs }) =>
      page(filter, { page: number, size }, { userId: viewer?.id ?? null, nowMs }),
    kept,
  )
  mountCall(
    calls,
    liveList,
    async ({ send: { type, group, state, day, team, page: number, size }, viewer, nowMs }) => {
      const leaf = { page: number, size }
      if (day !== '0' || !isAny(team)) return { list: [], total: 0, ...leaf }
      return page({ type, group, state, order: '默认' }, leaf, { userId: viewer?.id ?? null, nowMs })
    },
    kept,
  )
}
