import { vodFavorite } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavorite(book: CallBook, { favourites, titles }: LibraryParts): void {
  mountCall(book, vodFavorite, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    return (await favourites.add(viewer.id, send.id, Math.floor(nowMs / 1000))) ? {} : refuse('AlreadyDone')
  })
}
