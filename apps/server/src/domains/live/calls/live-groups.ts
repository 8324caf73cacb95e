import { liveConditions, LiveOrder, liveGroups, liveTypes } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { groupsOf, typesOf } from '../channel-rules.ts'
import { channelsChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** The filters of channel lists: groups, types, and all filters in one reply. */
export function mountLiveGroups(calls: CallRegistry, { lineup }: LiveParts): void {
  const caching = { cachedUntil: [channelsChanged] }
  mountCall(calls, liveGroups, async () => ({ list: groupsOf(await lineup()) }), caching)
  mountCall(calls, liveTypes, async () => ({ list: typesOf(await lineup()) }), caching)
  mountCall(
    calls,
    liveConditions,
    async () => {
      const all = await lineup()
      return { types: typesOf(all), groups: groupsOf(all), orders: [...LiveOrder.options] }
    },
    caching,
  )
}
