import { tvVodUrl } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { GuideParts } from '../guide-parts.ts'
import { canReplay } from '../programme-rules.ts'

export function mountTvVodUrl(registry: CallRegistry, { store, needs }: GuideParts): void {
  mountCall(registry, tvVodUrl, async ({ send, viewer, visitor, nowMs, refuse }) => {
    const programme = await store.find(send.id)
    if (!programme) return refuse('NoSuchProgramme')
    const { channelId, startSec, endSec } = programme
    const replayable = (await needs.channels.replayable([channelId], nowMs)).get(channelId)
    if (replayable === undefined) return refuse('NoSuchProgramme')
    if (!canReplay(programme, Math.floor(nowMs / 1000), replayable)) return refuse('NoReplay')
    const caller = { browserId: visitor.browser.id, isVip: viewer?.isVip === true }
    const span = { channelId, startSec, endSec, nowMs }
    const address = await needs.channels.replayUrl({ ...span, ...caller, stream: send.stream })
    if (typeof address === 'string') return refuse(address)
    return { ...address, start: startSec, end: endSec }
  })
}
