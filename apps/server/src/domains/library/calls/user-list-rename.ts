import { userListRename } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListRename(registry: CallRegistry, { lists }: LibraryParts): void {
  mountCall(registry, userListRename, async ({ send, viewer, refuse }) => {
    const outcome = await lists.rename(viewer.id, send.list, send.name)
    if (outcome === 'missing') return refuse('NoSuchList')
    return outcome === 'taken' ? refuse('ListNameTaken') : {}
  })
}
