import { userRecommendationDismiss } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RecommendationsParts } from '../recommendations-parts.ts'

export function mountUserRecommendationDismiss(registry: CallRegistry, { store, titles }: RecommendationsParts): void {
  mountCall(registry, userRecommendationDismiss, async ({ send: { id }, viewer, nowMs, refuse }) => {
    if (!(await titles.visible([id])).has(id)) return refuse('NoSuchTitle')
    await store.dismiss(viewer.id, id, Math.floor(nowMs / 1000))
    return {}
  })
}
