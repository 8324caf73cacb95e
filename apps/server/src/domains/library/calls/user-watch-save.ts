import { userWatchSave } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'
import { toRecord } from '../record-rules.ts'

/** A whole house may watch behind one address; each person is limited by what is too soon. */
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
