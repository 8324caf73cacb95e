import { watchUp } from '@yunmu/contract'
import { mountUp, type UpBook } from '../../platform/realtime/mount-up.ts'
import { watchSaveLimit } from './calls/user-watch-save.ts'
import type { LibraryParts } from './library-parts.ts'
import { toRecord } from './record-rules.ts'

/** Takes records from open pages over the socket, like `userWatchSave`. */
export function mountWatchUp(book: UpBook, { collector }: Pick<LibraryParts, 'collector'>): void {
  mountUp(
    book,
    watchUp,
    ({ send, viewer, nowMs }) =>
      collector.add(viewer.id, toRecord(send, Math.floor(nowMs / 1000)), nowMs) ? null : 'TooSoon',
    { limit: watchSaveLimit },
  )
}
