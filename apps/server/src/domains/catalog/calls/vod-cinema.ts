import { totalCap, vodCinema, type CinemaKind } from '@yunmu/contract'
import { mountCall, type CallRegistry, type Handler } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { heightsFrom, offsetOf, qualityFacet } from '../listing/listing-rules.ts'

export function mountVodCinema(registry: CallRegistry, parts: CatalogParts): void {
  const { listing, titles, rights } = parts
  const handle: Handler<typeof vodCinema> = async ({ send: { kind, page, size }, nowMs }) => {
    const heights = heightsFrom(await rights.vipMinHeight()).map((lines) => `${lines}` as const)
    const choose = (one: CinemaKind, offset: number, limit: number) => {
      const facets = one === 'all' ? [] : [qualityFacet(one)]
      return listing.choose({ pidId: null, facets, anyOf: heights.map(qualityFacet) }, 'hits', offset, limit)
    }
    const kinds: { kind: CinemaKind; total: number }[] = []
    for (const one of ['all', ...heights, 'hdr', 'surround'] as const) {
      const { total } = await choose(one, 0, 0)
      if (total > 0) kinds.push({ kind: one, total: Math.min(total, totalCap) })
    }
    const offset = offsetOf(page, size)
    const { ids, total } = offset === null ? { ids: [], total: 0 } : await choose(kind, offset, size)
    const list = await titles.cinema(ids, Math.floor(nowMs / 1000))
    return { list, total: Math.min(total, totalCap), page, size, kinds }
  }
  mountCall(registry, vodCinema, handle, { cachedUntil: [categoriesChanged, ...rights.changed] })
}
