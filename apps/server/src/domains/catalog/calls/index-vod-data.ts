import { indexVodData } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { selectCards } from '../listing/selections.ts'

/** Fills two lines of the widest layout, so that narrower ones are full too. */
const rowLength = 16
const rowGenres = 6

export function mountIndexVodData(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexVodData,
    async ({ nowMs }) => {
      const categories = await parts.categories.list()
      const rows = await Promise.all(
        categories.map(async ({ id, name, typeEn, genres }) => {
          const list = await selectCards(parts, { pidId: id, facets: [] }, 'updatedAt', rowLength, nowMs)
          const present = new Set(list.flatMap((title) => title.genres))
          return { id, name, typeEn, list, genres: genres.filter((genre) => present.has(genre)).slice(0, rowGenres) }
        }),
      )
      return { rows: rows.filter(({ list }) => list.length > 0), plate: await parts.categories.plate() }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
