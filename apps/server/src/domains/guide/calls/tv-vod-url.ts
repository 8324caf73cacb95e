import { tvVodUrl } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { GuideParts } from '../guide-parts.ts'
import { canReplay } from '../programme-rules.ts'

export function mountTvVodUrl(book: CallBook, { store, needs }: GuideParts): void {
  mountCall(book, tvVodUrl, async ({ send, nowMs, refuse }) => {
    const programme = await store.find(send.id)
    if (!programme) return refuse('NoSuchProgramme')
    const { channelId, startSec, endSec } = programme
    const replayable = (await needs.channels.replayable([channelId], nowMs)).get(channelId)
    if (replayable === undefined) return refuse('NoSuchProgramme')
    if (!canReplay(programme, Math.floor(nowMs / 1000), replayable)) return refuse('NoReplay')
    const address = await needs.channels.replayUrl({ channelId, stream: send.stream, startSec, endSec, nowMs })
    if (typeof address === 'string') return refuse(address)
    return { ...address, start: startSec, end: endSec }
  })
}
