import { userHistoryDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'
import { kindOf } from '../record-rules.ts'

export function mountUserHistoryDelete(registry: CallRegistry, { collector, records }: LibraryParts): void {
  mountCall(registry, userHistoryDelete, async ({ send, viewer, nowMs }) => {
    await collector.flushUser(viewer.id)
    const keys = send.list.map(({ type, id }) => ({ kind: kindOf(type), refId: id }))
    return { deleted: await records.remove(viewer.id, keys, nowMs) }
  })
}
