import { indexSearch, totalCap, type LiveHit, type SearchKind } from '@yunmu/contract'
import { mountCall, type CallRegistry } from '../../../platform/calls/mount-call.ts'
import type { SearchParts } from './search-parts.ts'

type Tab = Exclude<SearchKind, 'all'>

/** Channels shown beside titles. */
const maxChannels = 3
/** Teams, competitions and matches beside results of other kinds. */
const maxSports = 8

/** The channels shown beside titles: only one that was found by its current programme, because such channels are many. */
function channelsBesideTitles(found: readonly LiveHit[]): LiveHit[] {
  const first = found.find(({ by }) => by?.kind === 'programme')
  return found.filter((hit) => hit.by?.kind !== 'programme' || hit === first)
}

/** The tab whose results are listed: for `all`, the first that has any. */
function shownTab(kind: SearchKind, totals: Record<Tab, number>): Tab {
  if (kind !== 'all') return kind
  return (['vod', 'live', 'match'] as const).find((tab) => totals[tab] > 0) ?? 'vod'
}

export function mountIndexSearch(registry: CallRegistry, { results, otherDomains, resultCaching }: SearchParts): void {
  mountCall(
    registry,
    indexSearch,
    async ({ send: { kind, q, order, page, size }, nowMs }) => {
      const offset = (page - 1) * size
      const isAll = kind === 'all'
      // Of tabs that are not shown only the totals are needed.
      const sizeOfVod = isAll || kind === 'vod' ? size : 0
      const [vod, live, match] = await Promise.all([
        results.page(q, order, offset, sizeOfVod, Math.floor(nowMs / 1000)),
        otherDomains.live.find(q, { offset: 0, limit: isAll && page === 1 ? maxChannels : 0, nowMs }),
        otherDomains.match.find(q, { offset: 0, limit: isAll && page === 1 ? maxSports : 0, nowMs, isBeside: true }),
      ])
      const tab = shownTab(kind, { vod: vod.total, live: live.total, match: match.total })
      const shown = tab === 'vod' ? vod : await otherDomains[tab].find(q, { offset, limit: size, nowMs })
      const isFoundElsewhere = live.total + match.total > 0
      return {
        list: shown.list,
        total: Math.min(shown.total, totalCap),
        page,
        size,
        channels: tab === 'vod' ? channelsBesideTitles(live.list) : [],
        sports: tab === 'match' ? [] : match.list,
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
