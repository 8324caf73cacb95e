import { laterListId, userLists } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserLists(registry: CallRegistry, { lists, titles }: LibraryParts): void {
  mountCall(registry, userLists, async ({ send, viewer, nowMs }) => {
    const stored = await lists.lists(viewer.id, send.title)
    const hasLater = stored.some(({ id }) => id === laterListId)
    const none = { id: laterListId, name: '', count: 0, newest: [], has: false }
    const all = hasLater ? stored : [none, ...stored]
    const cards = await titles.cards([...new Set(all.flatMap(({ newest }) => newest))], Math.floor(nowMs / 1000))
    const posters = new Map(cards.map(({ id, img }) => [id, img]))
    return {
      list: all.map(({ newest, ...list }) => ({
        ...list,
        covers: newest.flatMap((id) => posters.get(id) ?? []),
      })),
    }
  })
}
