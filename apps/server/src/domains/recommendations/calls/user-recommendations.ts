import { userRecommendations } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { RecommendationsParts } from '../recommendations-parts.ts'

/** Younger ones are not computed again. */
const freshForSec = 30 * 60
const maxSources = 3

export function mountUserRecommendations(registry: CallRegistry, parts: RecommendationsParts): void {
  const { store, titles, enqueue } = parts
  mountCall(registry, userRecommendations, async ({ viewer, nowMs }) => {
    const nowSec = Math.floor(nowMs / 1000)
    const [stored, computedAt] = await Promise.all([store.list(viewer.id), store.computedAt(viewer.id)])
    // The next reply has what the job finds.
    if (nowSec - computedAt >= freshForSec) await enqueue(viewer.id)
    const sourceIds = [...new Set(stored.map(({ sourceId }) => sourceId))]
    const [cards, sourceCards] = await Promise.all([
      titles.cards(
        stored.map(({ titleId }) => titleId),
        nowSec,
      ),
      titles.cards(sourceIds, nowSec),
    ])
    const cardOf = new Map(cards.map((card) => [card.id, card]))
    const nameOf = new Map(sourceCards.map(({ id, name }) => [id, name]))
    const list = stored.flatMap(({ titleId, ...why }) => {
      const title = cardOf.get(titleId)
      return title && nameOf.has(why.sourceId) ? [{ title, ...why }] : []
    })
    const counts = [...Map.groupBy(list, ({ sourceId }) => sourceId)].map(([id, led]) => ({ id, count: led.length }))
    const sources = counts
      .toSorted((one, other) => other.count - one.count)
      .slice(0, maxSources)
      .map(({ id }) => ({ id, name: nameOf.get(id) ?? '' }))
    return { list, sources }
  })
}
