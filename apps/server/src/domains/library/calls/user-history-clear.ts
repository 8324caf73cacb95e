import { userHistoryClear } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserHistoryClear(book: CallBook, { collector, records }: LibraryParts): void {
  mountCall(book, userHistoryClear, async ({ viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    return { deleted: await records.remove(viewer.id, null, nowMs) }
  })
}
