import { vodList } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import { categoriesChanged } from '../catalog-events.ts'
import type { CatalogParts } from '../catalog-needs.ts'
import { filterFacets, genreFacets, yearsOfRange } from '../listing/listing-rules.ts'
import { selectionOf, selectPage } from '../listing/selections.ts'

export function mountVodList(registry: CallRegistry, parts: CatalogParts): void {
  mountCall(
    registry,
    vodList,
    async ({ send, nowMs }) => {
      const base = await selectionOf(parts, send.type)
      const year = parts.toSimplified(send.year)
      const filters = filterFacets({
        area: parts.toSimplified(send.area),
        year,
        genre: parts.toSimplified(send.genre),
        letter: send.letter,
        vip: parts.toSimplified(send.vip),
        lang: parts.toSimplified(send.lang),
      })
      const tags = send.tags === undefined ? [] : genreFacets(parts.toSimplified(send.tags))
      const selection = base && {
        pidId: base.pidId,
        facets: [...base.facets, ...filters, ...tags],
        anyOf: yearsOfRange(year),
      }
      return selectPage(parts, selection, send, nowMs)
    },
    { cachedUntil: [categoriesChanged] },
  )
}
