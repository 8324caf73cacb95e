import { totalCap, userFavorites } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { visiblePage } from '../visible-page.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserFavorites(registry: CallRegistry, { follows, subjects }: LibraryParts): void {
  mountCall(registry, userFavorites, async ({ send, viewer, nowMs }) => {
    const followed = await follows.list(viewer.id)
    const { ids, total } = await visiblePage(
      (channelIds) => subjects.findVisible('live', channelIds),
      followed.map(({ channelId }) => channelId),
      send,
    )
    const list = await subjects.cards('live', ids, Math.floor(nowMs / 1000))
    return { list: list.map((one) => ({ ...one, follow: true })), total: Math.min(total, totalCap), ...send }
  })
}
