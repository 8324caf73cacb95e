import { userTitleUnfollow } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserTitleUnfollow(registry: CallRegistry, { reminders }: LibraryParts): void {
  mountCall(registry, userTitleUnfollow, async ({ send, viewer }) => ({
    cancelled: await reminders.unfollow(viewer.id, send.ids),
  }))
}
