import { userWatchesSync } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'
import { newestOfEach, toRecord } from '../record-rules.ts'

/** Fits five hundred records with long names. */
const maxBodyBytes = 256 * 1024
/**
 * A browser uploads its stored records once after signing in, and later the latest one at each pause. Allows a
 * household.
 */
const limit = { points: 300, perSec: 60 }

export function mountUserWatchesSync(registry: CallRegistry, { writer }: LibraryParts): void {
  mountCall(
    registry,
    userWatchesSync,
    async ({ send, viewer, nowMs }) => {
      const records = send.list.map((sent) => ({ ...toRecord(sent, Math.floor(nowMs / 1000)), userId: viewer.id }))
      return { taken: await writer.write(newestOfEach(records)) }
    },
    { maxBodyBytes, limit },
  )
}
