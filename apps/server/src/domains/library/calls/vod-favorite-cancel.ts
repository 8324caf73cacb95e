import { vodFavoriteCancel } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavoriteCancel(registry: CallRegistry, { favourites }: LibraryParts): void {
  mountCall(registry, vodFavoriteCancel, async ({ send, viewer }) => ({
    cancelled: await favourites.remove(viewer.id, send.ids),
  }))
}
