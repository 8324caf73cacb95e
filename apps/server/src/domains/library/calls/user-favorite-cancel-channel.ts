import { userFavoriteCancelChannel } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserFavoriteCancelChannel(book: CallBook, { follows }: LibraryParts): void {
  mountCall(book, userFavoriteCancelChannel, async ({ send, viewer }) => ({
    cancelled: await follows.remove(viewer.id, send.ids),
  }))
}
