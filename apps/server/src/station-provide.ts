import { toSimplified } from '@yunmu/zh'
import type { StationPlatform } from './config.ts'
import {
  categoriesChanged,
  filterFacets,
  titleDependency,
  yearsOfRange,
  type Catalog,
} from './domains/catalog/index.ts'
import type { Locks } from './domains/locks/index.ts'
import type { Media } from './domains/media/index.ts'
import type { ProvideNeeds } from './domains/provide/index.ts'
import type { Search } from './domains/search/index.ts'
import type { Site } from './domains/site/index.ts'
import { createSharedRead } from './platform/caching/shared-read.ts'
import { dependsOn } from './platform/caching/collect-dependencies.ts'

/** What goes out to other programs needs titles, rights and settings. */
export const provideNeeds = (
  { config, clock }: Pick<StationPlatform, 'config' | 'clock'>,
  catalog: Catalog,
  { site, media, locks, search }: { site: Site; media: Media; locks: Locks; search: Search },
): ProvideNeeds => ({
  site: {
    mediaUrl: config.mediaUrl,
    async current() {
      const { name, provide_open, tv_lists_open } = await site.current()
      return { name, provideOpen: provide_open, listsOpen: tv_lists_open }
    },
  },
  titles: { ...titlesOf(catalog, clock.nowMs), find: search.idsOf },
  locks: {
    lockedTitles: () => locks.lockedSubjects('vod'),
    lockedSources: (id) => locks.lockedLines({ kind: 'vod', id }),
  },
  // Programs have no browser session that could have given a password.
  playAddress: (place, nowMs) => media.visitorAddress({ type: 'vod', ...place }, null, nowMs),
  toSimplified,
})

/** Reading how far all titles are takes a second: lists of ended titles may be this old. */
const progressMaxAgeMs = 5 * 60_000

const anyIfEmpty = (value: string): string => (value === '' ? '0' : value)

function titlesOf(
  { categories, listing, exchange }: Catalog,
  nowMs: () => number,
): Omit<ProvideNeeds['titles'], 'find'> {
  const progress = createSharedRead(
    async () => new Map((await exchange.progress(Math.floor(nowMs() / 1000))).map((title) => [title.id, title])),
    { maxAgeMs: progressMaxAgeMs },
  )
  return {
    categoriesChanged,
    async categories() {
      const years = yearsBefore(nowMs())
      return (await categories.list()).map((category) => ({ ...category, years }))
    },
    async choose({ typeId, sinceSec, ...filter }, offset, limit) {
      const top = typeId === 0 ? null : await categories.topOf(typeId)
      if (typeId !== 0 && !top) return null
      const ofType = top && !top.isTop ? [{ dimension: 'type' as const, value: String(typeId) }] : []
      const facets = filterFacets({
        vip: '0',
        area: anyIfEmpty(filter.area),
        genre: anyIfEmpty(filter.genre),
        lang: anyIfEmpty(filter.lang),
        letter: anyIfEmpty(filter.letter),
        year: anyIfEmpty(filter.year),
      })
      const selection = {
        pidId: top?.pidId ?? null,
        facets: [...ofType, ...facets],
        anyOf: yearsOfRange(filter.year),
        minKey: sinceSec ?? undefined,
      }
      return listing.choose(selection, 'updatedAt', offset, limit)
    },
    async newestOf(ids) {
      dependsOn(...ids.map(titleDependency))
      return listing.ordered(ids, 'updatedAt')
    },
    async rows(ids, options) {
      dependsOn(...ids.map(titleDependency))
      return exchange.titles(ids, options)
    },
    visible: async (ids) => new Set(await listing.ordered(ids, 'updatedAt')),
    progress: () => progress.get(nowMs()),
  }
}

/** The years that filters offer. */
function yearsBefore(nowMs: number): string[] {
  const thisYear = new Date(nowMs).getUTCFullYear()
  return Array.from({ length: 15 }, (_, at) => String(thisYear - at))
}
