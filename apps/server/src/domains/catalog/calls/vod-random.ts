import { vodRandom } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectionOf } from '../listing/selections.ts'

/** Number of candidates per picked title, taken from neighbours in the list. */
const candidatesPerTitle = 4

export function mountVodRandom(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(registry, vodRandom, async ({ send, nowMs }) => {
    const selection = await selectionOf(parts, send.type)
    if (!selection) return { list: [] }
    const candidateCount = (send.count + 1) * candidatesPerTitle
    const { total } = await parts.listing.choose(selection, 'updatedAt', 0, 0)
    const start = Math.floor(Math.random() * Math.max(1, total - candidateCount))
    const { ids } = await parts.listing.choose(selection, 'updatedAt', start, candidateCount)
    const picked = ids
      .filter((id) => id !== send.except)
      .map((id) => ({ id, sortKey: Math.random() }))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .slice(0, send.count)
    const list = await parts.titles.cards(
      picked.map(({ id }) => id),
      Math.floor(nowMs / 1000),
    )
    return { list }
  })
}
