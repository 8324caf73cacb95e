import { vodFavorite } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountVodFavorite(registry: CallRegistry, { favourites, titles }: LibraryParts): void {
  mountCall(registry, vodFavorite, async ({ send, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([send.id])).has(send.id)) return refuse('NoSuchTitle')
    return (await favourites.add(viewer.id, send.id, Math.floor(nowMs / 1000))) ? {} : refuse('AlreadyDone')
  })
}
