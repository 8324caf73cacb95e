import { userWatchSave } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'
import { toRecord } from '../record-rules.ts'

/** Allows a household behind one address; each user is limited by the minimum interval. */
export const watchSaveLimit = { points: 6000, perSec: 60 }

export function mountUserWatchSave(registry: CallRegistry, { collector }: LibraryParts): void {
  mountCall(
    registry,
    userWatchSave,
    async ({ send, viewer, nowMs, refuse }) => {
      const taken = await collector.add(viewer.id, toRecord(send, Math.floor(nowMs / 1000)), nowMs)
      return taken ? {} : refuse('TooSoon')
    },
    { limit: watchSaveLimit },
  )
}
