import { userWatchSave } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'
import { toRecord } from '../record-rules.ts'

/** Allows a household behind one address; each user is limited by the minimum interval. */
export const watchSaveLimit = { points: 6000, perSec: 60 }

export function mountUserWatchSave(book: CallBook, { collector }: LibraryParts): void {
  mountCall(
    book,
    userWatchSave,
    async ({ send, viewer, nowMs, refuse }) => {
      const taken = collector.add(viewer.id, toRecord(send, Math.floor(nowMs / 1000)), nowMs)
      return taken ? {} : refuse('TooSoon')
    },
    { limit: watchSaveLimit },
  )
}
