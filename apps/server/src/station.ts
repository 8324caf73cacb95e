import type { NavItem } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import type { Transaction } from 'kysely'
import type { StationPlatform } from './config.ts'
import { createAds, type Ads, type AdsTables } from './domains/ads/index.ts'
import {
  createCatalog,
  titleDependency,
  categoriesChanged,
  titlesChanged,
  type Catalog,
  type CatalogTables,
} from './domains/catalog/index.ts'
import { createDemo, type Demo, type DemoNeeds, type DemoTables } from './domains/demo/index.ts'
import { createLibrary, type Library, type LibraryTables } from './domains/library/index.ts'
import { channelsChanged } from './domains/live/index.ts'
import { createMedia, type Media, type MediaNeeds, type MediaTables } from './domains/media/index.ts'
import type { Operations } from './domains/operations/index.ts'
import type { Recorder } from './domains/recorder/index.ts'
import type { Search } from './domains/search/index.ts'
import type { Seo } from './domains/seo/index.ts'
import { createSite, type Site, type SiteTables } from './domains/site/index.ts'
import type { Events } from './platform/events/events.ts'
import type { Platform } from './platform/platform.ts'
import { dependsOn } from './platform/caching/collect-dependencies.ts'
import { createValueCache } from './platform/caching/value-cache.ts'
import { isRefusedToOne, isUnavailable } from './platform/http/failures.ts'
import { accountsOf, type StationAccounts } from './station-accounts.ts'
import {
  demoChannelsOf,
  keptSecOf,
  linesOf,
  liveKnown,
  overseasTagsOf,
  televisionOf,
  type LiveKnown,
  type Television,
} from './station-live.ts'
import { operationsOf } from './station-operations.ts'
import { recorderOf } from './station-recorder.ts'
import { searchOf } from './station-search.ts'
import { seoOf } from './station-seo.ts'
import { talkOf, type Talk } from './station-talk.ts'

/** The domains, connected: what the web server and the command line both work with. */
export interface Station extends StationAccounts, Talk, Television {
  catalog: Catalog
  library: Library
  media: Media
  site: Site
  ads: Ads
  seo: Seo
  demo: Demo
  operations: Operations
  recorder: Recorder
  search: Search
}

/** The only place that connects domains. `known` stands for the channels and matches of the station's own. */
export function createStation(platform: StationPlatform, known?: LiveKnown): Station {
  const { config, db, events, changes, clock } = platform
  const catalog = createCatalog(db.withTables<CatalogTables>(), {
    events,
    changes,
    clock,
    toSimplified,
    opinionOf: (userId, titleId) => library.opinionOf(userId, titleId),
  })
  const site = createSite(db.withTables<SiteTables>(), {
    events,
    imageBase: config.mediaUrl,
    navigation: {
      vodTypes: () => navigationOf(catalog),
      overseasTags: () => overseasTagsOf(television.live),
      changed: [categoriesChanged, channelsChanged],
    },
  })
  const media = mediaOf(platform, catalog, {
    portraits: () => people.accounts.portraits(),
    lines: linesOf(() => television.live),
  })
  const recorder = recorderOf(platform)
  const television = televisionOf(platform, media, recorder, {
    followedBy: (userId) => library.followedBy(userId),
    isOpen: (userId) => people.accounts.isOpen(userId),
  })
  const live = known ?? liveKnown(television.live)
  const library = libraryOf(platform, catalog, live)
  const shown = { catalog, live, keptSec: keptSecOf(television.live) }
  const talk = talkOf(platform, shown, () => people)
  const people = peopleOf(platform, media, { library, talk, live: television.live })
  return {
    catalog,
    library,
    ...television,
    recorder,
    ...talk,
    media,
    site,
    ads: createAds(db.withTables<AdsTables>(), { events }),
    seo: seoOf(platform, catalog, site.read),
    demo: demoOf(platform, catalog, media, {
      ...talk,
      channels: demoChannelsOf(television, clock),
      people: people.accounts.demoUsers,
    }),
    operations: operationsOf(platform, catalog, media),
    search: searchOf(platform, catalog, television.live),
    ...people,
  }
}

/** People, and what other domains keep about them. */
function peopleOf(
  platform: StationPlatform,
  media: Media,
  { library, talk, live }: { library: Library; talk: Talk; live: Television['live'] },
): StationAccounts {
  const { comments, danmaku, messages, moderation } = talk
  return accountsOf(platform, media, {
    exports: [
      { name: 'library', read: library.exportOf },
      { name: 'comments', read: comments.exportOf },
      { name: 'danmaku', read: danmaku.exportOf },
      { name: 'messages', read: messages.exportOf },
      { name: 'moderation', read: moderation.exportOf },
      { name: 'television', read: live.exportOf },
    ],
    deletionHooks: [library.deleteUserData, comments.deleteUserData, danmaku.deleteUserData],
  })
}

function mediaOf(
  { config, db, events, changes, clock, log, secrets, metrics }: Platform,
  { episodes, artwork: drawings, writer }: Catalog,
  { portraits, lines }: { portraits: () => Promise<string[]>; lines: MediaNeeds['lines'] },
): Media {
  const { dataDir, mediaUrl, mediaCacheMb, allowedOrigins } = config
  // A page shows a hundred pictures, each asked for by itself.
  const artwork = createValueCache<Awaited<ReturnType<typeof drawings.inputOf>>>({
    changes,
    nowMs: clock.nowMs,
    maxBytes: 16 * 1024 * 1024,
    maxAgeMs: 5 * 60_000,
    bytesOf: (drawn) => 4 * JSON.stringify(drawn).length,
    isUnavailable,
    isRefusedToOne,
  })
  return createMedia(db.withTables<MediaTables>(), {
    dataDir,
    mediaKey: secrets.mediaKey,
    mediaUrl,
    cacheBytes: mediaCacheMb * 1024 * 1024,
    allowedOrigins,
    countBytes: metrics.mediaBytes,
    events,
    clock,
    log,
    episodes: {
      find: episodes.find,
      isPlayable: episodes.isPlayable,
      async settle(settled) {
        const ids = await writer.settleAsset(settled)
        if (ids.length > 0) events.announce(titlesChanged, { ids })
      },
    },
    lines,
    people: { portraits },
    titles: {
      artwork: (id) =>
        artwork.get(String(id), () => {
          dependsOn(titleDependency(id), changes.eventName(categoriesChanged))
          return drawings.inputOf(id)
        }),
      rememberDrawing: drawings.saveMetadata,
      announceChanged: (ids) => events.announce(titlesChanged, { ids }),
    },
  })
}

function libraryOf(
  { db, events, clock }: Platform,
  { titles, listing, episodes, opinions }: Catalog,
  live: LiveKnown,
): Library {
  const catalogOf = (tx: Transaction<LibraryTables>) =>
    tx.withTables<CatalogTables>().$pickTables<keyof CatalogTables>()
  return createLibrary(db.withTables<LibraryTables>(), {
    clock,
    toSimplified,
    ...live,
    titles: {
      visible: async (ids) => new Set((await listing.hitsOf(ids)).keys()),
      isVisible: listing.isListed,
      findVisible: titles.findVisible,
      cards: titles.cards,
      reachedEpisodes: episodes.reachedEpisodes,
      addUp: (tx, titleId) => opinions.addUp(catalogOf(tx), titleId),
      addScore: (tx, titleId, added) => opinions.addScore(catalogOf(tx), titleId, added),
      removeOpinions: (tx, taken) => opinions.remove(catalogOf(tx), taken),
      announceChanged: (ids) => events.announce(titlesChanged, { ids }),
    },
  })
}

function demoOf(
  { config, db, events, clock, log, jobs }: Platform,
  catalog: Catalog,
  media: Media,
  {
    messages: { bulletins },
    danmaku: { pools },
    comments,
    channels,
    people,
  }: Talk & Pick<DemoNeeds, 'channels' | 'people'>,
): Demo {
  const { writer, plays, categories, titles } = catalog
  return createDemo(db.withTables<DemoTables>(), {
    dataDir: config.dataDir,
    clock,
    log,
    jobs,
    catalog: {
      isEmpty: writer.isEmpty,
      saveTitle: writer.saveTitle,
      saveEpisodes: writer.saveEpisodes,
      removeDemo: writer.removeDemo,
      savePlays: plays.save,
      recountRanks: plays.recountRanks,
      bannerIds: categories.bannerIds,
      setBanners: categories.setBanners,
      plate: categories.plate,
      setPlate: categories.setPlate,
      backdropOf: async (titleId) => (await titles.cards([titleId], 0))[0]?.backdrop ?? '',
      demoIds: writer.demoIds,
      async demoPictures() {
        const ids = await writer.demoIds()
        const cards = await titles.cards([...ids.values()], 0)
        const pictures = new Map(cards.map(({ id, backdrop }) => [id, backdrop]))
        return new Map([...ids].map(([origin, id]) => [origin, pictures.get(id) ?? '']))
      },
      announceChanged(ids) {
        events.announce(titlesChanged, { ids })
        events.announce(categoriesChanged, {})
      },
    },
    media: {
      ...media.assets,
      bringIn: media.bringIn,
      removeDrawings: media.removeDrawings,
    },
    channels,
    people,
    comments: { seed: comments.seedDemo },
    bulletins: {
      add: bulletins.seedDemo,
      remove: bulletins.removeDemo,
    },
    danmaku: {
      add: pools.seedDemo,
      remove: pools.removeDemo,
    },
  })
}

/**
 * Tells the episodes that wait for an asset what became of it: a process that was killed between publishing a film and
 * noting it leaves such episodes behind.
 */
export async function settleWaitingEpisodes(
  { catalog, media }: Pick<Station, 'catalog' | 'media'>,
  events: Events,
): Promise<void> {
  const states = await media.assets.assetState(await catalog.episodes.pendingAssets())
  const ids: number[] = []
  for (const [assetId, { state, durationMs }] of states) {
    if (state !== 'pending') ids.push(...(await catalog.writer.settleAsset({ assetId, state, durationMs })))
  }
  if (ids.length > 0) events.announce(titlesChanged, { ids })
}

async function navigationOf({ categories }: Catalog): Promise<NavItem[]> {
  const top = await categories.list()
  return top.map(({ id, name, typeEn, children }) => ({
    id,
    name,
    typeId: id,
    typeName: name,
    typePid: 0,
    typeEn,
    children,
  }))
}
