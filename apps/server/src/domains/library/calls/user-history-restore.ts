import { userHistoryRestore } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

const restorableMs = 10 * 60_000

export function mountUserHistoryRestore(book: CallBook, { records }: LibraryParts): void {
  mountCall(book, userHistoryRestore, async ({ viewer, nowMs, refuse }) => {
    const restored = await records.restore(viewer.id, nowMs - restorableMs)
    return restored > 0 ? { restored } : refuse('AlreadyDone')
  })
}
