import { vodDetail } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { titlesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards } from '../selections.ts'

const relatedCount = 6

export function mountVodDetail(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    vodDetail,
    async ({ send, viewer, nowMs, refuse }) => {
      const title = await parts.titles.detail(send.id, Math.floor(nowMs / 1000))
      if (!title) return refuse('NoSuchTitle')
      const [genre] = title.genres
      const facets = genre === undefined ? [] : [{ dimension: 'genre' as const, value: genre }]
      const alike = await selectCards(parts, { pidId: title.pidId, facets }, 'score', relatedCount + 1, nowMs)
      const related = alike.filter(({ id }) => id !== title.id).slice(0, relatedCount)
      const mine = viewer ? await parts.mine(viewer.id, title.id) : null
      return { ...title, related, favourite: mine?.favourite ?? false, upped: mine?.upped ?? false }
    },
    { cachedUntil: [titlesChanged] },
  )
}
