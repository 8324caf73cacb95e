import { userHistoryClear } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserHistoryClear(registry: CallRegistry, { collector, records }: LibraryParts): void {
  mountCall(registry, userHistoryClear, async ({ viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    return { deleted: await records.remove(viewer.id, null, nowMs) }
  })
}
