import { vodWatchRecord } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { historyItems } from '../history.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodWatchRecord(
  book: CallBook,
  { collector, records, opinions, titles, subjects }: LibraryParts,
): void {
  mountCall(book, vodWatchRecord, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    await collector.flushUser(viewer.id)
    const [stored, opinion] = await Promise.all([
      records.findByTitle(viewer.id, send.id),
      opinions.of(viewer.id, send.id),
    ])
    const [record] = stored ? await historyItems({ titles, subjects }, [stored], Math.floor(nowMs / 1000)) : []
    return { record: record ?? null, ...opinion }
  })
}
