import { liveConditions, LiveOrder, liveGroups, liveTypes } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { groupsOf, typesOf } from '../channel-rules.ts'
import { channelsChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** The filters of lists: groups, types, and all filters in one reply. */
export function mountLiveGroups(calls: CallRegistry, { lineup, matches }: LiveParts): void {
  const ofChannels = { cachedUntil: [channelsChanged] }
  const ofAll = { cachedUntil: [channelsChanged], refreshedBy: matches.changed }
  mountCall(calls, liveGroups, async () => ({ list: groupsOf(await lineup()) }), ofChannels)
  mountCall(calls, liveTypes, async () => ({ list: typesOf(await lineup()), sports: await matches.types() }), ofAll)
  mountCall(
    calls,
    liveConditions,
    async () => {
      const all = await lineup()
      return {
        types: typesOf(all),
        groups: groupsOf(all),
        orders: [...LiveOrder.options],
        sports: await matches.types(),
        competitions: await matches.groups(),
      }
    },
    ofAll,
  )
}
