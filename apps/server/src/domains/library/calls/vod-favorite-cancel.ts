import { vodFavoriteCancel } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavoriteCancel(book: CallBook, { favourites }: LibraryParts): void {
  mountCall(book, vodFavoriteCancel, async ({ send, viewer }) => ({
    cancelled: await favourites.remove(viewer.id, send.ids),
  }))
}
