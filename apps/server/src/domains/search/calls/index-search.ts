import { indexSearch, totalCap } from '@yunmu/contract'
import { mountCall, type CallBook } from '../../../platform/mount-call.ts'
import type { SearchParts } from '../search-parts.ts'

export function mountIndexSearch(book: CallBook, { results, elsewhere, cachedUntil }: SearchParts): void {
  mountCall(
    book,
    indexSearch,
    async ({ send, nowMs }) => {
      const { kind, q, order, page, size } = send
      const offset = (page - 1) * size
      // Everything shows titles; what is on air stands under its own tab. The other tabs need their totals alone.
      const shown = kind === 'all' ? 'vod' : kind
      const sizeOf = (tab: string): number => (tab === shown ? size : 0)
      const [vod, live, match] = await Promise.all([
        results.page(q, order, offset, sizeOf('vod'), Math.floor(nowMs / 1000)),
        elsewhere.live(q, offset, sizeOf('live')),
        elsewhere.match(q, offset, sizeOf('match')),
      ])
      const tabs = { vod, live, match }
      return {
        list: tabs[shown].list,
        total: Math.min(tabs[shown].total, totalCap),
        page,
        size,
        totals: {
          all: Math.min(vod.total + live.total + match.total, totalCap),
          vod: Math.min(vod.total, totalCap),
          live: Math.min(live.total, totalCap),
          match: Math.min(match.total, totalCap),
        },
        correction: shown === 'vod' ? vod.correction : null,
      }
    },
    { cachedUntil },
  )
}
