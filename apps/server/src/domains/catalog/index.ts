import type { Kysely } from 'kysely'
import type { CallBook } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createAddressStore } from './address-store.ts'
import { mountCommonHits } from './calls/common-hits.ts'
import { mountIndexBanners } from './calls/index-banners.ts'
import { mountIndexVodDataById } from './calls/index-vod-data-by-id.ts'
import { mountIndexVodDataList } from './calls/index-vod-data-list.ts'
import { mountIndexVodDataRank } from './calls/index-vod-data-rank.ts'
import { mountIndexVodDataTest } from './calls/index-vod-data-test.ts'
import { mountIndexVodData } from './calls/index-vod-data.ts'
import { mountVodDetail } from './calls/vod-detail.ts'
import { mountVodListType } from './calls/vod-list-type.ts'
import { mountVodList } from './calls/vod-list.ts'
import { mountVodNewest } from './calls/vod-newest.ts'
import { mountVodRandom } from './calls/vod-random.ts'
import { mountVodRank } from './calls/vod-rank.ts'
import { mountVodTimetable } from './calls/vod-timetable.ts'
import { mountVodUpdates } from './calls/vod-updates.ts'
import {
  listDependency,
  playsCounted,
  recordTitleChanges,
  categoriesChanged,
  titleDependency,
  titlesChanged,
} from './catalog-events.ts'
import type { Catalog, CatalogNeeds, CatalogParts } from './catalog-needs.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { createArtworkStore } from './artwork-store.ts'
import { createEpisodeStore } from './episode-store.ts'
import { createListingStore } from './listing-store.ts'
import { createOpinionStore } from './opinion-store.ts'
import { createPlayCounter } from './play-counter.ts'
import { createPlaysStore } from './plays-store.ts'
import { createRelocateStore } from './relocate-store.ts'
import { createCategoryStore } from './category-store.ts'
import { createTextStore } from './text-store.ts'
import { titleSubjects } from './title-subjects.ts'
import { createTitleStore } from './title-store.ts'
import { createUpdatesStore } from './updates-store.ts'
import { createWriterStore } from './writer-store.ts'

const mounts: readonly ((book: CallBook, parts: CatalogParts) => void)[] = [
  mountCommonHits,
  mountIndexBanners,
  mountIndexVodData,
  mountIndexVodDataById,
  mountIndexVodDataList,
  mountIndexVodDataRank,
  mountIndexVodDataTest,
  mountVodDetail,
  mountVodList,
  mountVodListType,
  mountVodNewest,
  mountVodRandom,
  mountVodRank,
  mountVodTimetable,
  mountVodUpdates,
]

/** Titles, categories, lists, rankings and plays. */
export function createCatalog(db: Kysely<CatalogTables>, needs: CatalogNeeds): Catalog {
  const { events, changes, clock, toSimplified, opinionOf } = needs
  const plays = createPlaysStore(db)
  const listing = createListingStore(db, (lists) => {
    if (lists === null) return changes.groupsChanged(['titles'], clock.nowMs())
    const names = lists.flatMap(({ pidId, order }) => [listDependency(pidId, order), listDependency(null, order)])
    if (names.length > 0) changes.changed([...new Set(names)], clock.nowMs())
  })
  const categories = createCategoryStore(db)
  recordTitleChanges(events, changes, clock.nowMs)
  const catalog = {
    listing,
    plays,
    toSimplified,
    opinionOf,
    titles: createTitleStore(db, { listing, categories, changes }),
    categories,
    addresses: createAddressStore(db),
    updates: createUpdatesStore(db),
    writer: createWriterStore(db),
    episodes: createEpisodeStore(db),
    artwork: createArtworkStore(db),
    relocation: createRelocateStore(db),
    opinions: createOpinionStore(),
    texts: createTextStore(db),
    counter: createPlayCounter({ store: plays, clock, onCounted: (ids) => events.announce(playsCounted, { ids }) }),
  }
  const settleEpisodes = async (): Promise<void> => {
    const states = await needs.assetStates(await catalog.episodes.pendingAssets())
    const ids: number[] = []
    for (const [assetId, { state, durationMs }] of states) {
      if (state !== 'pending') ids.push(...(await catalog.writer.settleAsset({ assetId, state, durationMs })))
    }
    if (ids.length > 0) events.announce(titlesChanged, { ids })
  }
  return { ...catalog, settleEpisodes, module: moduleOf(catalog, needs, settleEpisodes) }
}

function moduleOf(
  catalog: Omit<Catalog, 'settleEpisodes' | 'module'>,
  { events, clock }: CatalogNeeds,
  settleEpisodes: () => Promise<void>,
): DomainModule {
  const { categories, counter, listing, plays, updates } = catalog
  return {
    name: 'catalog',
    subjects: [titleSubjects(catalog)],
    start: settleEpisodes,
    calls(book) {
      for (const mount of mounts) mount(book, catalog)
    },
    listeners: [
      listener(categoriesChanged, () => categories.invalidate()),
      listener(titlesChanged, (detail) => listing.refresh(detail?.ids ?? null)),
      listener(playsCounted, (detail) => listing.refresh(detail?.ids ?? null)),
    ],
    schedules: [
      {
        name: 'catalog.recount',
        everyMinutes: 10,
        async run() {
          await plays.recountRanks(clock.nowMs())
          events.announce(playsCounted, { ids: [] })
        },
      },
      {
        name: 'catalog.promoteAired',
        everyMinutes: 5,
        async run() {
          const ids = await updates.promoteAired(nowSec(clock))
          if (ids.length > 0) events.announce(titlesChanged, { ids })
        },
      },
      { name: 'catalog.settleEpisodes', everyMinutes: 5, run: settleEpisodes },
    ],
    timers: [{ name: 'catalog.flushPlays', everyMs: 10_000, run: counter.flush, runsAtClose: true }],
  }
}

export { playsCounted, categoriesChanged, titleDependency, titlesChanged }
export type { Catalog, CatalogTables }
