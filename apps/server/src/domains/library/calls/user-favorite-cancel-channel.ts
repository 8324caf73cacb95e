import { userFavoriteCancelChannel } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserFavoriteCancelChannel(registry: CallRegistry, { follows }: LibraryParts): void {
  mountCall(registry, userFavoriteCancelChannel, async ({ send, viewer }) => ({
    cancelled: await follows.remove(viewer.id, send.ids),
  }))
}
