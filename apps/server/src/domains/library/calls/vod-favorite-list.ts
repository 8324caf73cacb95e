import { totalCap, vodFavoriteList } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavoriteList(book: CallBook, { favourites, titles }: LibraryParts): void {
  mountCall(book, vodFavoriteList, async ({ send: { page, size }, viewer, nowMs }) => {
    const kept = (await favourites.list(viewer.id)).map(({ titleId }) => titleId)
    const visible = await titles.visible(kept)
    const ids = kept.filter((id) => visible.has(id))
    const list = await titles.cards(ids.slice((page - 1) * size, page * size), Math.floor(nowMs / 1000))
    return { list, total: Math.min(ids.length, totalCap), page, size }
  })
}
