import type { Kysely } from 'kysely'
import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createAddressStore } from './address-store.ts'
import { createAssetPlaces } from './asset-places.ts'
import { mountCommonHits } from './calls/common-hits.ts'
import { mountIndexBanners } from './calls/index-banners.ts'
import { mountIndexTitles } from './calls/index-titles.ts'
import { mountIndexVod } from './calls/index-vod.ts'
import { mountIndexVodDataById } from './calls/index-vod-data-by-id.ts'
import { mountIndexVodDataList } from './calls/index-vod-data-list.ts'
import { mountIndexVodDataRank } from './calls/index-vod-data-rank.ts'
import { mountIndexVodDataTest } from './calls/index-vod-data-test.ts'
import { mountIndexVodData } from './calls/index-vod-data.ts'
import { mountPersonDetail } from './calls/person-detail.ts'
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
  opinionsChanged,
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
import { createListingStore } from './listing/listing-store.ts'
import { createOpinionStore } from './opinion-store.ts'
import { createPeopleStore } from './people-store.ts'
import { createPlayCounter } from './play-counter.ts'
import { createPlaysStore } from './plays-store.ts'
import { createRelocateStore } from './relocate-store.ts'
import { createCategoryStore } from './category-store.ts'
import { createTextStore } from './text-store.ts'
import { titleSubjects } from './title-subjects.ts'
import { createTitleStore } from './title-store.ts'
import { createUpdatesStore } from './updates-store.ts'
import { createWriterStore } from './writer-store.ts'

const mounts: readonly ((registry: CallRegistry, parts: CatalogParts) => void)[] = [
  mountCommonHits,
  mountIndexBanners,
  mountIndexTitles,
  mountIndexVod,
  mountIndexVodData,
  mountIndexVodDataById,
  mountIndexVodDataList,
  mountIndexVodDataRank,
  mountIndexVodDataTest,
  mountVodDetail,
  mountPersonDetail,
  mountVodList,
  mountVodListType,
  mountVodNewest,
  mountVodRandom,
  mountVodRank,
  mountVodTimetable,
  mountVodUpdates,
]

type CatalogPlatform = Pick<Platform, 'db' | 'events' | 'changes' | 'clock'>

/** Titles, categories, lists, rankings and plays. */
export function createCatalog(platform: CatalogPlatform, needs: CatalogNeeds): Catalog {
  const { events, changes, clock } = platform
  const { toSimplified, opinionOf, adHits, locks } = needs
  const db = platform.db.withTables<CatalogTables>()
  const plays = createPlaysStore(db)
  const listing = createListingStore(db, (lists) => {
    if (lists === null) return changes.groupsChanged(['titles'], clock.nowMs())
    const names = lists.flatMap(({ pidId, order }) => [listDependency(pidId, order), listDependency(null, order)])
    if (names.length > 0) changes.changed([...new Set(names)], clock.nowMs())
  })
  const categories = createCategoryStore(db)
  recordTitleChanges(events, changes, clock.nowMs)
  const episodes = createEpisodeStore(db)
  const catalog = {
    listing,
    plays,
    toSimplified,
    opinionOf,
    adHits,
    titles: createTitleStore(db, { listing, categories, changes, locks }),
    categories,
    addresses: createAddressStore(db),
    updates: createUpdatesStore(db),
    writer: createWriterStore(db),
    episodes,
    assetPlaces: createAssetPlaces({ store: episodes, events, changes, clock }),
    artwork: createArtworkStore(db),
    relocation: createRelocateStore(db),
    opinions: createOpinionStore(),
    texts: createTextStore(db, changes),
    people: createPeopleStore(db),
    counter: createPlayCounter({ store: plays, clock, onCounted: (ids) => events.announce(playsCounted, { ids }) }),
  }
  const settleEpisodes = async (): Promise<void> => {
    const states = await needs.assetStates(await catalog.episodes.pendingAssets())
    await changeTitles(platform, async (tx) => {
      const writer = createWriterStore(tx)
      const ids: number[] = []
      for (const [assetId, { state, durationMs }] of states) {
        if (state !== 'pending') ids.push(...(await writer.settleAsset({ assetId, state, durationMs })))
      }
      return ids
    })
  }
  return { ...catalog, settleEpisodes, module: moduleOf(catalog, platform, settleEpisodes) }
}

/** Changes titles and announces them in one transaction: the next run of the job would not find them again. */
async function changeTitles(
  { db, events }: Pick<CatalogPlatform, 'db' | 'events'>,
  change: (tx: Kysely<CatalogTables>) => Promise<number[]>,
): Promise<void> {
  const ids = await db.transaction().execute(async (tx) => {
    const changed = await change(tx.withTables<CatalogTables>())
    if (changed.length > 0) await events.announceIn(tx, titlesChanged, { ids: changed })
    return changed
  })
  if (ids.length > 0) events.announce(titlesChanged, { ids })
}

function moduleOf(
  catalog: Omit<Catalog, 'settleEpisodes' | 'module'>,
  platform: CatalogPlatform,
  settleEpisodes: () => Promise<void>,
): DomainModule {
  const { events, changes, clock } = platform
  const { categories, counter, listing, plays } = catalog
  return {
    name: 'catalog',
    subjects: [titleSubjects(catalog)],
    start: settleEpisodes,
    calls(registry) {
      for (const mount of mounts) mount(registry, catalog)
    },
    listeners: [
      listener(categoriesChanged, () => categories.invalidate()),
      // Which lists changed is known when the titles have been reloaded.
      listener(titlesChanged, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
      listener(opinionsChanged, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
      listener(playsCounted, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
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
        run: () => changeTitles(platform, (tx) => createUpdatesStore(tx).promoteAired(nowSec(clock))),
      },
      { name: 'catalog.settleEpisodes', everyMinutes: 5, run: settleEpisodes },
    ],
    timers: [{ name: 'catalog.flushPlays', everyMs: 10_000, run: counter.flush, runsAtClose: true }],
  }
}

export { opinionsChanged, playsCounted, categoriesChanged, titleDependency, titlesChanged }
export type { Catalog, CatalogNeeds, CatalogTables }
