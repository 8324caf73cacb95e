import { maxTitleLists, userListCreate } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListCreate(registry: CallRegistry, { lists }: LibraryParts): void {
  mountCall(registry, userListCreate, async ({ send, viewer, nowMs, refuse }) => {
    const limits = { nowSec: Math.floor(nowMs / 1000), maxLists: maxTitleLists }
    const id = await lists.create(viewer.id, send.name, limits)
    if (id === 'taken') return refuse('ListNameTaken')
    return id === 'full' ? refuse('TooManyLists') : { id }
  })
}
