import { indexVodDataById } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import { playsCounted, shelvesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { categoryOf } from '../categories.ts'
import { rankedTitles } from '../ranked-titles.ts'
import { selectCards } from '../selections.ts'

const bannerCount = 6
const rowCount = 6
const rowLength = 16
/** A genre with fewer titles is no row. */
const shortestRow = 4
const rankCount = 10

export function mountIndexVodDataById(book: CallBook, parts: CatalogParts): void {
  mountCall(
    book,
    indexVodDataById,
    async ({ send, nowMs, refuse }) => {
      const shelf = (await parts.shelves.shelves()).find(({ id }) => id === send.id)
      if (!shelf) return refuse('NoSuchCategory')
      const whole = { pidId: shelf.id, facets: [] }
      const rowOf = async (genre: string) => {
        const facets = [{ dimension: 'genre' as const, value: genre }]
        const list = await selectCards(parts, { pidId: shelf.id, facets }, 'updatedAt', rowLength, nowMs)
        return { id: shelf.id, name: genre, typeEn: shelf.typeEn, genres: [genre], list }
      }
      const [newest, best, rank, rows] = await Promise.all([
        selectCards(parts, whole, 'updatedAt', rowLength, nowMs),
        parts.listing.choose(whole, 'score', 0, bannerCount),
        rankedTitles(parts, 'week', shelf.id, rankCount, nowMs),
        Promise.all(shelf.genres.map(rowOf)),
      ])
      const first = { id: shelf.id, name: '最新', typeEn: shelf.typeEn, genres: [], list: newest }
      return {
        category: categoryOf(shelf, nowMs),
        banners: await parts.titles.banners(best.ids, Math.floor(nowMs / 1000)),
        rows: [first, ...rows.filter(({ list }) => list.length >= shortestRow).slice(0, rowCount)],
        rank,
      }
    },
    { cachedUntil: [shelvesChanged], refreshedBy: [playsCounted] },
  )
}
