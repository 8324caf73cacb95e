import { tvVodUrl } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { GuideParts } from '../guide-parts.ts'

export function mountTvVodUrl(book: CallBook, { store, needs }: GuideParts): void {
  mountCall(book, tvVodUrl, async ({ send, nowMs, refuse }) => {
    const programme = await store.find(send.id)
    if (!programme) return refuse('NoSuchProgramme')
    const { channelId, startSec, endSec } = programme
    const sinceMs = (await needs.channels.replaySince([channelId], nowMs)).get(channelId)
    if (sinceMs === undefined) return refuse('NoSuchProgramme')
    if (sinceMs === null || startSec * 1000 > nowMs || startSec * 1000 < sinceMs) return refuse('NoReplay')
    const address = await needs.channels.replayAddress({ channelId, stream: send.stream, startSec, endSec, nowMs })
    if (typeof address === 'string') return refuse(address)
    return { ...address, start: startSec, end: endSec }
  })
}
