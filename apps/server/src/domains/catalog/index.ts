import type { CallRegistry } from '../../platform/calls/mount-call.ts'
import { listener, type DomainModule } from '../../platform/domain-module.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { createAddressStore } from './address-store.ts'
import { createCorrections, type Corrections } from './corrections/corrections.ts'
import { createAssetPlaces } from './asset-places.ts'
import { mountCommonHits } from './calls/common-hits.ts'
import { mountConsolePictures } from './calls/console-pictures.ts'
import { mountConsolePlaces } from './calls/console-places.ts'
import { mountConsoleSite } from './calls/console-site.ts'
import { mountConsoleTitles } from './calls/console-titles.ts'
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
import { mountVodCinema } from './calls/vod-cinema.ts'
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
import type { Catalog, CatalogNeeds, CatalogParts, TitleBelongings } from './catalog-needs.ts'
import { catalogExchange } from './catalog-exchange.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { createCollectedStore } from './collected-store.ts'
import { createArtworkStore } from './artwork-store.ts'
import { createExtrasStore } from './extras-store.ts'
import { createEpisodeStore } from './episode-store.ts'
import { createExchangeStore } from './exchange-store.ts'
import { heightsFrom, qualityFacet } from './listing/listing-rules.ts'
import { createSettling, type Settling } from './settling.ts'
import { createQualityStore } from './quality-store.ts'
import { changeTitles, type CatalogPlatform } from './change-titles.ts'
import { createListingStore } from './listing/listing-store.ts'
import { createOpinionStore } from './opinion-store.ts'
import { createPeopleStore } from './people-store.ts'
import { createPlayCounter } from './play-counter.ts'
import { createPlaysStore } from './plays-store.ts'
import { createRemoteEpisodeStore } from './remote-episode-store.ts'
import { createRelocateStore } from './relocate-store.ts'
import { createCategoryStore } from './category-store.ts'
import { createTextStore } from './text-store.ts'
import { titleSubjects } from './title-subjects.ts'
import { createTitleStore } from './title-store.ts'
import { createUpdatesStore } from './updates-store.ts'
import { createTitleBin, type TitleBin } from './title-bin.ts'
import { lockTitles } from './batch-store.ts'
import { AssetRemoved, createTitleWriter } from './title-writer.ts'
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
  mountVodCinema,
  mountVodList,
  mountVodListType,
  mountVodNewest,
  mountVodRandom,
  mountVodRank,
  mountVodTimetable,
  mountVodUpdates,
]

/** Titles, categories, lists, rankings and plays. */
export function createCatalog(platform: CatalogPlatform, needs: CatalogNeeds): Catalog {
  const { events, changes, clock } = platform
  const { toSimplified, opinionOf, adHits, locks, rights } = needs
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
    rights,
    titles: createTitleStore(db, { listing, categories, changes, locks }),
    categories,
    addresses: createAddressStore(db),
    updates: createUpdatesStore(db),
    writer: { ...createWriterStore(db), ...createTitleWriter(platform, needs) },
    episodes,
    assetPlaces: createAssetPlaces({ store: episodes, events, changes, clock }),
    exchange: createExchangeStore(db),
    artwork: createArtworkStore(db),
    remoteEpisodes: createRemoteEpisodeStore(db),
    collected: createCollectedStore(db),
    relocation: createRelocateStore(db),
    extras: createExtrasStore(platform.db, needs),
    opinions: createOpinionStore(),
    texts: createTextStore(db, changes),
    people: createPeopleStore(db),
    counter: createPlayCounter({ store: plays, clock, onCounted: (ids) => events.announce(playsCounted, { ids }) }),
  }
  const settling = createSettling(platform, catalog, needs)
  const bin = createTitleBin(platform, needs)
  const { undoable, ...corrections } = createCorrections(platform, catalog, needs)
  return {
    ...catalog,
    ...settling,
    bin,
    corrections,
    async hasVipTitles() {
      const { total } = await listing.choose(
        { pidId: null, facets: [{ dimension: 'vip', value: 'VIP' }] },
        'updatedAt',
        0,
        0,
      )
      return total > 0 || catalog.episodes.hasVipEpisode()
    },
    async hasCinema() {
      const anyOf = heightsFrom(await rights.vipMinHeight()).map((lines) => qualityFacet(`${lines}`))
      return (await listing.choose({ pidId: null, facets: [], anyOf }, 'updatedAt', 0, 0)).total > 0
    },
    module: {
      ...moduleOf(catalog, platform, { ...settling, bin: bin.module, addressesOf: needs.addressesOf }),
      undoable,
      calls: (registry) => mountCalls(registry, catalog, corrections),
    },
  }
}

function mountCalls(registry: CallRegistry, parts: CatalogParts, corrections: Corrections): void {
  for (const mount of mounts) mount(registry, parts)
  mountConsoleTitles(registry, corrections)
  mountConsolePictures(registry, corrections)
  mountConsolePlaces(registry, corrections)
  mountConsoleSite(registry, corrections)
}

type Stores = Omit<Catalog, keyof Settling | 'bin' | 'corrections' | 'hasVipTitles' | 'hasCinema' | 'module'>

function moduleOf(
  catalog: Stores,
  platform: CatalogPlatform,
  {
    settleEpisodes,
    measureEpisodes,
    bin,
    addressesOf,
  }: Settling & { bin: TitleBin['module'] } & Pick<CatalogNeeds, 'addressesOf'>,
): DomainModule {
  const { events, changes, clock } = platform
  const { categories, counter, listing, plays } = catalog
  return {
    name: 'catalog',
    exchange: catalogExchange(platform),
    subjects: [titleSubjects({ ...catalog, addressesOf })],
    start: settleEpisodes,
    ...bin,
    listeners: [
      ...(bin.listeners ?? []),
      listener(categoriesChanged, () => categories.invalidate()),
      // Which lists changed is known when the titles have been reloaded.
      listener(titlesChanged, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
      listener(opinionsChanged, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
      listener(playsCounted, (detail) => changes.expect(listing.refresh(detail?.ids ?? null))),
    ],
    schedules: [
      ...(bin.schedules ?? []),
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
        run: () =>
          changeTitles(platform, async (tx) => {
            const aired = await createUpdatesStore(tx).promoteAired(nowSec(clock))
            await createQualityStore(tx).refresh(aired, nowSec(clock))
            return aired
          }),
      },
      { name: 'catalog.settleEpisodes', everyMinutes: 5, run: settleEpisodes },
      { name: 'catalog.measureEpisodes', everyMinutes: 5, run: measureEpisodes },
    ],
    timers: [{ name: 'catalog.flushPlays', everyMs: 10_000, run: counter.flush, runsAtClose: true }],
  }
}

export { AssetRemoved, lockTitles }
export { createCollectedStore } from './collected-store.ts'
export { createRemoteEpisodeStore } from './remote-episode-store.ts'
export {
  parseTitleField,
  parseTitleValue,
  titleFields,
  textFields,
  fieldsOfColumns,
  valueText,
  type TitleField,
} from './corrections/title-field-rules.ts'
export type { Corrected } from './corrections/correction-parts.ts'
export type { FoundTitle, ShownTitle } from './corrections/title-find-store.ts'
export { pictureKinds, type PictureKind, type PictureOrigin } from './corrections/picture-corrections.ts'
export type { AbsentRefusal, TitleRefusal } from './corrections/title-corrections.ts'
export type { EpisodeFields, EpisodePlace } from './corrections/place-corrections.ts'
export type { CategoryFields } from './corrections/site-corrections.ts'
export { filterFacets, yearsOfRange } from './listing/listing-rules.ts'
export { opinionsChanged, playsCounted, categoriesChanged, titleDependency, titlesChanged }
export type { Catalog, CatalogNeeds, CatalogTables, TitleBelongings }
