import { userHistoryRestore } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

const restorableMs = 10 * 60_000

export function mountUserHistoryRestore(registry: CallRegistry, { records }: LibraryParts): void {
  mountCall(registry, userHistoryRestore, async ({ viewer, nowMs, refuse }) => {
    const restored = await records.restore(viewer.id, nowMs - restorableMs)
    return restored > 0 ? { restored } : refuse('AlreadyDone')
  })
}
