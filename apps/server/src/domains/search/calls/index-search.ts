import { indexSearch, totalCap, type LiveHit, type SearchKind } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from '../engine/search-parts.ts'

type Tab = Exclude<SearchKind, 'all'>

/** Channels that stand beside the titles. */
const mostBeside = 3

/** The channels beside titles: of those that were found by what is on, one, or they would hide the title itself. */
function besideTitles(found: readonly LiveHit[]): LiveHit[] {
  const first = found.find(({ by }) => by?.kind === 'programme')
  return found.filter((hit) => hit.by?.kind !== 'programme' || hit === first)
}

/** What a page lists: `all` is titles, and where there is none, what there is. */
function listed(kind: SearchKind, totals: Record<Tab, number>): Tab {
  if (kind !== 'all') return kind
  return (['vod', 'live', 'match'] as const).find((tab) => totals[tab] > 0) ?? 'vod'
}

export function mountIndexSearch(book: CallBook, { results, elsewhere, resultCaching }: SearchParts): void {
  mountCall(
    book,
    indexSearch,
    async ({ send: { kind, q, order, page, size }, nowMs }) => {
      const offset = (page - 1) * size
      const isAll = kind === 'all'
      // Tabs that are not shown need their totals alone.
      const sizeOfVod = isAll || kind === 'vod' ? size : 0
      const [vod, live, match] = await Promise.all([
        results.page(q, order, offset, sizeOfVod, Math.floor(nowMs / 1000)),
        elsewhere.live.find(q, { offset: 0, limit: isAll && page === 1 ? mostBeside : 0, nowMs }),
        elsewhere.match.find(q, { offset: 0, limit: 0, nowMs }),
      ])
      const tab = listed(kind, { vod: vod.total, live: live.total, match: match.total })
      const shown = tab === 'vod' ? vod : await elsewhere[tab].find(q, { offset, limit: size, nowMs })
      const isFoundElsewhere = live.total + match.total > 0
      return {
        list: shown.list,
        total: Math.min(shown.total, totalCap),
        page,
        size,
        channels: tab === 'vod' ? besideTitles(live.list) : [],
        totals: {
          all: Math.min(vod.total + live.total + match.total, totalCap),
          vod: Math.min(vod.total, totalCap),
          live: Math.min(live.total, totalCap),
          match: Math.min(match.total, totalCap),
        },
        correction: tab === 'vod' && !isFoundElsewhere ? vod.correction : null,
      }
    },
    { ...resultCaching, admittedAs: 'search' },
  )
}
