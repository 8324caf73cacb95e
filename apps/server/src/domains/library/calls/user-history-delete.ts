import { userHistoryDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserHistoryDelete(registry: CallRegistry, { collector, records }: LibraryParts): void {
  mountCall(registry, userHistoryDelete, async ({ send, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const keys = send.list.map(({ type, id }) => ({ live: type === 'live', refId: id }))
    return { deleted: await records.remove(viewer.id, keys, nowMs) }
  })
}
