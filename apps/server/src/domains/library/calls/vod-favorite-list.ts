import { totalCap, vodFavoriteList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavoriteList(registry: CallRegistry, { favourites, titles }: LibraryParts): void {
  mountCall(registry, vodFavoriteList, async ({ send: { page, size }, viewer, nowMs }) => {
    const { titleIds, total } = await favourites.page(viewer.id, { offset: (page - 1) * size, limit: size })
    const list = await titles.cards(titleIds, Math.floor(nowMs / 1000))
    return { list, total: Math.min(total, totalCap), page, size }
  })
}
