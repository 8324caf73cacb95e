import { totalCap, userListTitles } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserListTitles(registry: CallRegistry, { lists, titles }: LibraryParts): void {
  mountCall(registry, userListTitles, async ({ send: { list: listId, page, size }, viewer, nowMs, refuse }) => {
    const found = await lists.page(viewer.id, listId, { offset: (page - 1) * size, limit: size })
    if (!found) return refuse('NoSuchList')
    const list = await titles.cards(found.titleIds, Math.floor(nowMs / 1000))
    return { list, total: Math.min(found.total, totalCap), page, size }
  })
}
