import { liveRandom, liveRank } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { filterChannels, randomSample } from '../channel-rules.ts'
import { onAirChanged, channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** Random channels, and channels by watch time. */
export function mountLiveRandom(calls: CallRegistry, { lineup, lists, cards, guide }: LiveParts): void {
  mountCall(calls, liveRandom, async ({ send: { type, group, except, count }, viewer, nowMs }) => {
    const others = filterChannels((await lineup()).channels, { type, group }).filter(({ id }) => id !== except)
    const some = randomSample(await lists.onAir(others, nowMs), count, Math.random)
    return { list: await cards.of(some, nowMs, viewer?.id ?? null) }
  })
  mountCall(
    calls,
    liveRank,
    async ({ send, viewer, nowMs }) => ({ list: await lists.ranked(send, { userId: viewer?.id ?? null, nowMs }) }),
    { cachedUntil: [channelsChanged], refreshedBy: [linesChanged, onAirChanged, guide.changed] },
  )
}
