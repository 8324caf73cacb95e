import { liveRecordRandom, liveVodAllList, liveVodInfo, liveVodList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { channelsChanged, currentProgrammesChanged } from '../live-events.ts'
import type { LiveParts } from '../live-parts.ts'

/** Past programmes. */
export function mountLiveVod(calls: CallRegistry, { lineup, cards, guide, replays, matches }: LiveParts): void {
  mountCall(calls, liveVodInfo, async ({ send: { id }, viewer, nowMs, refuse }) => {
    const programme = await guide.programme(id, nowMs)
    const channel = programme && (await lineup()).byId.get(programme.channelId)
    if (!programme || !channel) return refuse('NoSuchProgramme')
    const [card] = await cards.of([channel], nowMs, viewer?.id ?? null)
    return card ? { programme, channel: card } : refuse('NoSuchProgramme')
  })
  mountCall(
    calls,
    liveVodAllList,
    async ({ send: { type, group, page, size }, nowMs }) => replays.page({ type, group }, { page, size }, nowMs),
    // A programme becomes a past one when another one begins.
    { cachedUntil: [channelsChanged], refreshedBy: [currentProgrammesChanged, guide.changed] },
  )
  mountCall(calls, liveVodList, async ({ send: { id, page, size }, viewer, nowMs, refuse }) => {
    const channel = (await lineup()).byId.get(id)
    if (!channel) return refuse('NoSuchChannel')
    const [programmes, recorded] = await Promise.all([
      replays.ofChannel(channel, { page, size }, nowMs),
      matches.recordedOn(id, { offset: (page - 1) * size, limit: size }, { userId: viewer?.id ?? null, nowMs }),
    ])
    return { ...programmes, matches: recorded }
  })
  mountCall(calls, liveRecordRandom, async ({ send: { type, except, count }, viewer, nowMs }) => ({
    list: await replays.atRandom({ type, except }, count, nowMs),
    matches: await matches.recorded({ type, except, count }, { userId: viewer?.id ?? null, nowMs }),
  }))
}
