import { userListDelete } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListDelete(registry: CallRegistry, { lists }: LibraryParts): void {
  mountCall(registry, userListDelete, async ({ send, viewer, refuse }) =>
    (await lists.delete(viewer.id, send.list)) ? {} : refuse('NoSuchList'),
  )
}
