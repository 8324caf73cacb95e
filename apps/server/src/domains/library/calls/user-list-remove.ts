import { userListRemove } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListRemove(registry: CallRegistry, { lists }: LibraryParts): void {
  mountCall(registry, userListRemove, async ({ send, viewer, refuse }) => {
    const removed = await lists.remove(viewer.id, send.list, send.ids)
    return removed === null ? refuse('NoSuchList') : { removed }
  })
}
