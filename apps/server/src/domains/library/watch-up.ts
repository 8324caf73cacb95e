import { watchUp } from '@yunmu/contract'
import { mountUp, type UpFrameRegistry } from '../../platform/realtime/mount-up.ts'
import { watchSaveLimit } from './calls/user-watch-save.ts'
import type { LibraryParts } from './library-parts.ts'
import { toRecord } from './record-rules.ts'

/** Takes records from open pages over the socket, like `userWatchSave`. */
export function mountWatchUp(registry: UpFrameRegistry, { collector }: Pick<LibraryParts, 'collector'>): void {
  mountUp(
    registry,
    watchUp,
    async ({ send, viewer, nowMs }) =>
      (await collector.add(viewer.id, toRecord(send, Math.floor(nowMs / 1000)), nowMs)) ? null : 'TooSoon',
    { limit: watchSaveLimit },
  )
}
