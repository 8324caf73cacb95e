import { liveRandom, liveRank } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { filterChannels, randomSample } from '../channel-rules.ts'
import { onAirChanged, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** Random channels and matches, channels by watch time, matches by viewers. */
export function mountLiveRandom(calls: CallRegistry, { lineup, lists, cards, guide, matches }: LiveParts): void {
  mountCall(calls, liveRandom, async ({ send: { type, group, except, count }, viewer, nowMs }) => {
    const others = filterChannels((await lineup()).channels, { type, group }).filter(({ id }) => id !== except)
    const some = randomSample(await lists.onAir(others, nowMs), count, Math.random)
    const userId = viewer?.id ?? null
    return {
      list: await cards.of(some, nowMs, userId),
      matches: await matches.random({ type, group, except, count }, { userId, nowMs }),
    }
  })
  mountCall(
    calls,
    liveRank,
    async ({ send, viewer, nowMs }) => {
      const caller = { userId: viewer?.id ?? null, nowMs }
      return { list: await lists.ranked(send, caller), matches: await matches.ranked(send, caller) }
    },
    {
      cachedUntil: [channelsChanged],
      refreshedBy: [linesChanged, onAirChanged, guide.changed, ...matches.changed],
    },
  )
}
