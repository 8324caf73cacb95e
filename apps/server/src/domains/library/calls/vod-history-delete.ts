import { vodHistoryDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodHistoryDelete(registry: CallRegistry, { collector, records }: LibraryParts): void {
  mountCall(registry, vodHistoryDelete, async ({ send, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const keys = send.ids.map((refId) => ({ kind: 'vod' as const, refId }))
    return { deleted: await records.remove(viewer.id, keys, nowMs) }
  })
}
