import { vodHistoryDelete } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodHistoryDelete(book: CallBook, { collector, records }: LibraryParts): void {
  mountCall(book, vodHistoryDelete, async ({ send, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const keys = send.ids.map((refId) => ({ live: false, refId }))
    return { deleted: await records.remove(viewer.id, keys, nowMs) }
  })
}
