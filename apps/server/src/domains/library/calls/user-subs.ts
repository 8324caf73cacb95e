import { totalCap, userSubs } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { visiblePage } from '../visible-page.ts'
import type { LibraryParts } from '../library-parts.ts'

export function mountUserSubs(registry: CallRegistry, { subscriptions, subjects }: LibraryParts): void {
  mountCall(registry, userSubs, async ({ send, viewer, nowMs }) => {
    const subscribed = await subscriptions.list(viewer.id)
    const { ids, total } = await visiblePage(
      (matchIds) => subjects.findVisible('match', matchIds),
      subscribed.map(({ matchId }) => matchId),
      send,
    )
    const list = await subjects.cards('match', ids, Math.floor(nowMs / 1000))
    return { list: list.map((one) => ({ ...one, subscribed: true })), total: Math.min(total, totalCap), ...send }
  })
}
