import { userProgrammeForget } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserProgrammeForget(registry: CallRegistry, { reminders }: LibraryParts): void {
  mountCall(registry, userProgrammeForget, async ({ send, viewer }) => ({
    cancelled: await reminders.forget(viewer.id, { channelId: send.channelId, startSec: send.start }),
  }))
}
