import { userListOrder } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListOrder(registry: CallRegistry, { lists }: LibraryParts): void {
  mountCall(registry, userListOrder, async ({ send, viewer }) => {
    await lists.order(viewer.id, send.lists)
    return {}
  })
}
