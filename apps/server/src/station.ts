import type { NavItem } from '@yunmu/contract'
import { toSimplified } from '@yunmu/zh'
import type { Transaction } from 'kysely'
import { mediaReaders, type StationPlatform } from './config.ts'
import type { AccountsNeeds } from './domains/accounts/index.ts'
import { createAds, type AdsTables } from './domains/ads/index.ts'
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
import { createSite, type SiteTables } from './domains/site/index.ts'
import { createTokens, type Tokens } from './platform/calls/viewer.ts'
import type { DomainModule } from './platform/domain-module.ts'
import { deletePersonalData, exportPersonalData, openModules } from './platform/domain-modules.ts'
import type { Platform } from './platform/platform.ts'
import { createSubjects, type SubjectKind, type Subjects } from './platform/subjects.ts'
import { dependsOn } from './platform/caching/collect-dependencies.ts'
import { createValueCache } from './platform/caching/value-cache.ts'
import { isRefusedToOne, isUnavailable } from './platform/http/failures.ts'
import { accountsOf, type StationAccounts } from './station-accounts.ts'
import { demoChannelsOf, linesOf, overseasTagsOf, televisionOf } from './station-live.ts'
import { operationsOf } from './station-operations.ts'
import { recorderOf } from './station-recorder.ts'
import { searchOf } from './station-search.ts'
import { seoOf } from './station-seo.ts'
import { talkOf, type Talk } from './station-talk.ts'

/** The domains, connected: what the web server and the command line both work with. */
export interface Station extends Domains {
  subjects: Subjects
  /** The token format of sessions. */
  tokens: Tokens
  modules: readonly DomainModule[]
  /** Closes the domains, the last created first. The platform stays open. */
  close(): Promise<void>
}

type Domains = ReturnType<typeof connectDomains>

export interface StationOptions {
  /** Replace parts of the subjects that the domains register, or add a kind that no domain has. */
  subjects?: readonly SubjectKind[] | undefined
  /** Modules beside the station's own. */
  modules?: readonly DomainModule[]
}

/** Connects the domains, and opens their modules. */
export function createStation(platform: StationPlatform, options: StationOptions = {}): Station {
  const tokens = createTokens(Buffer.from(platform.secrets.tokenKey))
  const subjects = createSubjects(options.subjects)
  const domains = connectDomains(platform, {
    subjects,
    tokens,
    personalData: {
      exportOf: (userId) => exportPersonalData(modules, userId),
      deleteOf: (tx, userIds) => deletePersonalData(modules, tx, userIds),
    },
  })
  const modules = [...Object.values(domains).map(({ module }) => module), ...(options.modules ?? [])]
  subjects.register(modules.flatMap((module) => module.subjects ?? []))
  return { ...domains, subjects, tokens, modules, close: openModules(modules, platform) }
}

interface SharedParts {
  subjects: Subjects
  tokens: Tokens
  personalData: AccountsNeeds['personalData']
}

/**
 * The only place that connects domains: each is created with what it needs of the others. The order of the result is the
 * order in which modules start; they close in reverse.
 */
function connectDomains(platform: StationPlatform, { subjects, tokens, personalData }: SharedParts) {
  const { config, db, events, changes, clock } = platform
  const catalog = createCatalog(db.withTables<CatalogTables>(), {
    events,
    changes,
    clock,
    toSimplified,
    opinionOf: (userId, titleId) => library.opinionOf(userId, titleId),
    assetStates: (ids) => media.assets.assetState(ids),
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
    subjects,
  })
  const recorder = recorderOf(platform)
  const television = televisionOf(platform, media, recorder, {
    followedBy: (userId) => library.followedBy(userId),
    isOpen: (userId) => people.accounts.isOpen(userId),
  })
  const library = libraryOf(platform, catalog, subjects)
  const talk = talkOf(platform, subjects, () => people)
  const people: StationAccounts = accountsOf(platform, media, { tokens, personalData })
  const demo = demoOf(platform, catalog, media, {
    ...talk,
    channels: demoChannelsOf(television, clock),
    people: people.accounts.demoUsers,
  })
  return {
    catalog,
    site,
    media,
    recorder,
    ...television,
    library,
    ...talk,
    ...people,
    ads: createAds(db.withTables<AdsTables>(), { events }),
    seo: seoOf(platform, catalog, site.read),
    search: searchOf(platform, catalog, subjects),
    operations: operationsOf(platform, catalog, media),
    demo,
  }
}

function mediaOf(
  { config, db, events, changes, clock, log, secrets, metrics }: Platform,
  { episodes, artwork: drawings, writer }: Catalog,
  { portraits, lines, subjects }: { portraits: () => Promise<string[]> } & Pick<MediaNeeds, 'lines' | 'subjects'>,
): Media {
  const { dataDir, mediaUrl, mediaCacheMb } = config
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
    allowedOrigins: mediaReaders(config),
    countBytes: metrics.mediaBytes,
    events,
    clock,
    log,
    episodes: {
      isPlayable: episodes.isPlayable,
      async settle(settled) {
        const ids = await writer.settleAsset(settled)
        if (ids.length > 0) events.announce(titlesChanged, { ids })
      },
    },
    lines,
    subjects,
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
  subjects: Subjects,
): Library {
  const catalogOf = (tx: Transaction<LibraryTables>) =>
    tx.withTables<CatalogTables>().$pickTables<keyof CatalogTables>()
  return createLibrary(db.withTables<LibraryTables>(), {
    clock,
    toSimplified,
    subjects,
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
    enabled: config.demo,
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
