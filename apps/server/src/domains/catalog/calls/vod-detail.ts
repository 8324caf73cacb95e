import { vodDetail } from '@yunmu/contract'
import { facePicture } from '@yunmu/contract/drawn-people'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { changesAt, knowsLifetime, withoutDependencies } from '../../../platform/caching/collect-dependencies.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'

const relatedCount = 6
/** Beside the player of a film there is room where a series has its episodes. */
const filmRelatedCount = 12
/** Which titles are related, and how often a title was played, may be so old. */
const maxAgeMs = 30 * 60_000

export function mountVodDetail(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodDetail,
    async ({ send, viewer, nowMs, refuse }) => {
      const nowSec = Math.floor(nowMs / 1000)
      knowsLifetime()
      changesAt(nowMs + maxAgeMs)
      const title = await parts.titles.detail(send.id, nowSec)
      if (!title) return refuse('NoSuchTitle')
      const [genre] = title.genres
      const facets = genre === undefined ? [] : [{ dimension: 'genre' as const, value: genre }]
      const count = title.totalEpisodes === 1 ? filmRelatedCount : relatedCount
      // Suggestions may be half an hour old, so that a new title does not invalidate the pages of all others.
      const similar = await withoutDependencies(() =>
        parts.listing.choose({ pidId: title.pidId, facets }, 'score', 0, count + 1),
      )
      const ids = similar.ids.filter((id) => id !== title.id).slice(0, count)
      const related = await parts.titles.cards(ids, nowSec)
      const opinion = viewer ? await parts.opinionOf(viewer.id, title.id) : null
      const faces = [...title.directors, ...title.actors.map(({ name }) => name)].map(facePicture)
      return { ...title, faces, related, favourite: opinion?.favourite ?? false, upped: opinion?.upped ?? false }
    },
    { cachedUntil: [categoriesChanged] },
  )
}
