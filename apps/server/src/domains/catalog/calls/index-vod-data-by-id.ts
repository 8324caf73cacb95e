import { indexVodDataById } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { playsCounted, categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { toCategory } from '../categories.ts'
import { rankedTitles } from '../listing/ranked-titles.ts'
import { selectCards } from '../listing/selections.ts'

const bannerCount = 6
const rowCount = 6
const rowLength = 16
/** Genres with fewer titles get no row. */
const minRowLength = 4
const rankCount = 10

export function mountIndexVodDataById(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    indexVodDataById,
    async ({ send, nowMs, refuse }) => {
      const category = (await parts.categories.list()).find(({ id }) => id === send.id)
      if (!category) return refuse('NoSuchCategory')
      const whole = { pidId: category.id, facets: [] }
      const rowOf = async (genre: string) => {
        const facets = [{ dimension: 'genre' as const, value: genre }]
        const list = await selectCards(parts, { pidId: category.id, facets }, 'updatedAt', rowLength, nowMs)
        return { id: category.id, name: genre, typeEn: category.typeEn, genres: [genre], list }
      }
      const [newest, best, rank, rows] = await Promise.all([
        selectCards(parts, whole, 'updatedAt', rowLength, nowMs),
        parts.listing.choose(whole, 'score', 0, bannerCount),
        rankedTitles(parts, 'week', category.id, rankCount, nowMs),
        Promise.all(category.genres.map(rowOf)),
      ])
      const first = { id: category.id, name: '最新', typeEn: category.typeEn, genres: [], list: newest }
      return {
        category: toCategory(category, nowMs),
        banners: await parts.titles.banners(best.ids, Math.floor(nowMs / 1000)),
        rows: [first, ...rows.filter(({ list }) => list.length >= minRowLength).slice(0, rowCount)],
        rank,
      }
    },
    { cachedUntil: [categoriesChanged], refreshedBy: [playsCounted] },
  )
}
