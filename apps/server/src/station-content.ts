import { toScript, toSimplified } from '@yunmu/zh'
import type { Transaction } from 'kysely'
import { mediaReaders, type StationPlatform } from './config.ts'
import {
  categoriesChanged,
  opinionsChanged,
  playsCounted,
  titleDependency,
  titlesChanged,
  type Catalog,
  type CatalogNeeds,
  type CatalogTables,
  AssetRemoved,
} from './domains/catalog/index.ts'
import type { Accounts } from './domains/accounts/index.ts'
import type { Comments } from './domains/comments/index.ts'
import type { Danmaku } from './domains/danmaku/index.ts'
import type { Guide } from './domains/guide/index.ts'
import { scheduledIn, type Live } from './domains/live/index.ts'
import type { Messages } from './domains/messages/index.ts'
import type { DemoNeeds } from './domains/demo/index.ts'
import type { Library, LibraryNeeds, LibraryTables } from './domains/library/index.ts'
import {
  canCopy,
  InvalidMediaError,
  probeDetails,
  probeVideo,
  type Media,
  type MediaNeeds,
} from './domains/media/index.ts'
import type { OperationsNeeds } from './domains/operations/index.ts'
import type { SearchNeeds } from './domains/search/index.ts'
import type { RecommendationsNeeds } from './domains/recommendations/index.ts'
import type { SeoNeeds } from './domains/seo/index.ts'
import type { Matches } from './domains/matches/index.ts'
import { parseRobotsLines, siteChanged, type Site } from './domains/site/index.ts'
import { offerChanged, type Vip } from './domains/vip/index.ts'
import { addressesInAudit } from './platform/audit/audit.ts'
import { everybody, forAudience, isForMinors } from './platform/audience.ts'
import { dependsOn } from './platform/caching/collect-dependencies.ts'
import { createValueCache } from './platform/caching/value-cache.ts'
import { isRefusedToOne, isUnavailable, logFailedRefresh } from './platform/http/failures.ts'
import type { Platform } from './platform/platform.ts'
import { nowSec } from './platform/process/clock.ts'
import type { Subjects } from './platform/subjects.ts'
import { demoChannels } from './station-television.ts'

/** What domains need of the catalogue and of media. */

const artworkCacheBytes = 16 * 1024 * 1024

export function mediaNeeds(
  { db, config, events, changes, clock, log }: StationPlatform,
  { episodes, assetPlaces, artwork: drawings, settle, measure, titles, collected }: Catalog,
  others: Pick<MediaNeeds, 'lines' | 'people' | 'subjects' | 'locks' | 'waitSec' | 'rights' | 'remoteUrl'>,
): MediaNeeds {
  // A page shows a hundred pictures, each requested separately.
  const caching = {
    changes,
    nowMs: clock.nowMs,
    maxBytes: artworkCacheBytes,
    maxAgeMs: 5 * 60_000,
    bytesOf: (value: unknown) => 4 * JSON.stringify(value).length,
    isUnavailable,
    isRefusedToOne,
    onFailedRefresh: logFailedRefresh(log),
  }
  const artwork = createValueCache<Awaited<ReturnType<typeof drawings.inputOf>>>(caching)
  return {
    ...others,
    allowedOrigins: mediaReaders(config),
    episodes: {
      isPlayable: episodes.isPlayable,
      isForVips: assetPlaces.isForVips,
      async names(titleId, level) {
        const detail = await titles.detail(titleId, Math.floor(clock.nowMs() / 1000))
        if (!detail) return null
        const all = detail.sources.flatMap((source) => source.episodes)
        const episode = all.find((one) => one.level === level)
        const isSerial = detail.totalEpisodes > 1 || all.some((one) => one.level > 1)
        return episode && isSerial ? [detail.name, episodeLabel(episode)] : [detail.name]
      },
      settle,
      measure,
    },
    titles: {
      artwork: (id) =>
        artwork.get(String(id), () => {
          dependsOn(titleDependency(id), changes.eventName(categoriesChanged))
          return drawings.inputOf(id)
        }),
      showAsset: assetPlaces.isShown,
      saveArtworkMetadata: drawings.saveMetadata,
      // Those that an undo would bring back too.
      posters: async () => [
        ...(await collected.picturesBelow('/media/posters/')),
        ...(await addressesInAudit(db, '/media/posters/', nowSec(clock))),
      ],
      announceChanged: (ids) => events.announce(titlesChanged, { ids }),
    },
  }
}

/** `第03集`, unless the episode has a name of its own, such as a day. */
const episodeLabel = ({ level, name }: { level: number; name: string }): string =>
  name === '' || /^第?\s*\d+\s*[集话期]?$/.test(name) ? `第${String(level).padStart(2, '0')}集` : name

/** What the catalogue needs of the files that its titles play. */
export const titleFiles = (
  media: () => Media,
): Pick<CatalogNeeds, 'assetStates' | 'assetQualities' | 'removeFiles' | 'holdAssetsIn'> => ({
  assetStates: (ids) => media().assets.assetState(ids),
  assetQualities: (ids) => media().assets.qualities(ids),
  async removeFiles({ titleIds, assetIds }, neededIn) {
    const left = await media().assets.removeUnneeded(
      assetIds,
      async (tx, ids) => new Set([...(await neededIn(tx, ids)), ...(await scheduledIn(tx, ids))]),
    )
    await media().removeArtwork(titleIds)
    return left
  },
  holdAssetsIn: (tx, ids) => media().assets.holdIn(tx, ids),
})

export function libraryNeeds(
  { events }: Platform,
  { titles, listing, episodes, opinions }: Catalog,
  { subjects, guide, messages }: { subjects: Subjects; guide: () => Guide; messages: () => Messages },
): LibraryNeeds {
  const catalogOf = (tx: Transaction<LibraryTables>) =>
    tx.withTables<CatalogTables>().$pickTables<keyof CatalogTables>()
  return {
    subjects,
    programmes: { find: (id, nowMs) => guide().programme(id, nowMs) },
    notify: (userIds, notice) => messages().notify(userIds, { type: 'reminder', ...notice }),
    toSimplified,
    titles: {
      visible: async (ids) => new Set((await listing.hitsOf(ids)).keys()),
      isVisible: listing.isListed,
      findVisible: titles.findVisible,
      cards: titles.cards,
      reachedEpisodes: episodes.reachedEpisodes,
      playableEpisodes: episodes.playableEpisodes,
      addUp: (tx, titleId) => opinions.addUp(catalogOf(tx), titleId),
      addScore: (tx, titleId, added) => opinions.addScore(catalogOf(tx), titleId, added),
      removeOpinions: (tx, removed) => opinions.remove(catalogOf(tx), removed),
      announceOpinions: (ids) => events.announce(opinionsChanged, { ids }),
    },
  }
}

export const searchTitles = ({ texts, listing, titles }: Catalog): SearchNeeds['titles'] => ({
  // The index of the search is shared: it has all titles, and results leave out what is not for the audience.
  idsByPlays: async (limit = Infinity) =>
    (await forAudience(everybody, () => listing.choose({ pidId: null, facets: [] }, 'hits', 0, limit))).ids,
  textsOf: texts.textsOf,
  cachedTextsOf: texts.cachedTextsOf,
  hitsOf: (ids) => forAudience(everybody, () => listing.hitsOf(ids)),
  forAudience: async (ids) => {
    if (!isForMinors()) return ids
    const listed = await listing.hitsOf(ids)
    return ids.filter((id) => listed.has(id))
  },
  sorted: listing.ordered,
  cards: titles.cards,
  changed: titlesChanged,
  rated: opinionsChanged,
  played: playsCounted,
  categoriesChanged,
})

export function seoNeeds(
  { events, clock }: Platform,
  { addresses, listing, titles, categories, people }: Catalog,
  {
    site,
    matches,
  }: { site: Pick<Site, 'read' | 'current'>; matches: Pick<Matches, 'hasAny' | 'addresses' | 'namesChanged'> },
): SeoNeeds {
  const hasTitles = async (pidId: number, genre: string): Promise<boolean> =>
    (await listing.choose({ pidId, facets: [{ dimension: 'genre', value: genre }] }, 'updatedAt', 0, 1)).total > 0
  return {
    toScript,
    async site() {
      const { name, seo_description } = await site.read()
      return { name, description: seo_description }
    },
    robots: async () => parseRobotsLines((await site.current()).robots_text) ?? [],
    titles: {
      spans: addresses.spans,
      between: addresses.between,
      async newest(pidId, count) {
        const { ids } = await listing.choose({ pidId, facets: [] }, 'updatedAt', 0, count)
        return titles.banners(ids, Math.floor(clock.nowMs() / 1000))
      },
      onChanged: (listener) => void events.on(titlesChanged, (detail) => listener(detail?.ids ?? null)),
    },
    people: people.names,
    matches: {
      hasAny: async () => (await site.read()).live_live && (await matches.hasAny()),
      addresses: () => matches.addresses(Math.floor(clock.nowMs() / 1000)),
      onChanged(listener) {
        events.on(matches.namesChanged, listener)
        events.on(siteChanged, listener)
      },
    },
    categories: {
      async list() {
        const all = await categories.list()
        return Promise.all(
          all.map(async ({ id, name, genres }) => {
            const filled = await Promise.all(genres.map((genre) => hasTitles(id, genre)))
            return { id, name, genres: genres.filter((_, at) => filled[at]) }
          }),
        )
      },
      onChanged(listener) {
        events.on(categoriesChanged, listener)
        events.on(siteChanged, listener)
      },
    },
  }
}

/** Read and write speed of copied films. */
const copiedBytesPerSec = 100_000_000
/** CPU seconds of encoding for each second of a film. */
const encodingSlowness = 0.6
/** Pictures and fixed costs. */
const fixedWorkSec = 2

export function operationsNeeds({ events }: Platform, catalog: Catalog, media: Media): OperationsNeeds {
  const { writer, categories, relocation, extras } = catalog
  const announce = (ids: number[]): void => events.announce(titlesChanged, { ids })
  return {
    videos: {
      async check(file, signal) {
        const probed = await probeVideo(file, signal)
        const { durationSec, bytes } = probed
        const workSec = canCopy(probed) ? bytes / copiedBytesPerSec : durationSec * encodingSlowness
        return { durationSec, workSec: workSec + fixedWorkSec }
      },
      create: (nowSec) => media.assets.createAsset({ demo: false, nowSec }),
      ingest: media.ingest,
      remove: media.assets.removeAssets,
      existing: async (assetIds) => new Set((await media.assets.assetState(assetIds)).keys()),
      replaceSubtitles: media.replaceSubtitles,
      storePicture: media.storePicture,
      details: probeDetails,
      reasonOf(err) {
        if (err instanceof AssetRemoved) return '它原来的影片刚被删除，再导入一次即可'
        return err instanceof InvalidMediaError ? err.message : null
      },
    },
    titles: {
      topOf: categories.topOf,
      restore: async (origins) => (await catalog.bin.restoreOrigins(origins)).length,
      categoryNames: categories.names,
      async save(title, episode, nowSec) {
        await writer.saveTitles([{ ...title, restore: true, episodes: [episode] }], nowSec)
        await catalog.measureEpisodes()
      },
      async describe(title, episode, nowSec) {
        const { id } = await writer.saveTitle(title, nowSec)
        if (episode) await writer.saveEpisodes(id, [episode], nowSec)
        announce([id])
      },
      async saveExtra(title, extra, nowSec) {
        const id = (await extras.titleOf(title.origin)) ?? (await writer.saveTitle(title, nowSec)).id
        await extras.save(id, extra, nowSec)
        announce([id])
      },
      async move(assetId, title, place, nowSec) {
        const [saved] = await writer.saveTitles([{ ...title, restore: true }], nowSec)
        const id = saved?.id ?? 0
        const moved = await relocation.relocate(assetId, { titleId: id, ...place }, nowSec)
        await catalog.refreshQuality(moved)
        announce(moved)
      },
    },
  }
}

/** The source of the demonstration programme's matches. Names of operators' sources have no spaces. */
const demoSource = 'demo programme'

/** The domains in which the demonstration programme has something. */
interface DemoParts {
  catalog: Catalog
  media: Media
  live: Live
  guide: Guide
  matches: Pick<Matches, 'feed' | 'idsOf' | 'removeSource' | 'support'>
  accounts: Pick<Accounts, 'demoUsers'>
  comments: Pick<Comments, 'seedDemo'>
  danmaku: Pick<Danmaku, 'pools'>
  messages: Pick<Messages, 'bulletins'>
  vip: Pick<Vip, 'gateways' | 'demoPlans'>
}

export function demoNeeds(
  platform: Platform,
  {
    catalog,
    media,
    accounts,
    matches,
    comments,
    danmaku: { pools },
    messages: { bulletins },
    vip,
    ...television
  }: DemoParts,
): DemoNeeds {
  return {
    catalog: demoCatalog(platform, catalog),
    media: { ...media.assets, publishFilm: media.publishFilm, removeDrawings: media.removeArtwork },
    channels: demoChannels(platform, television),
    people: accounts.demoUsers,
    matches: {
      async take(lines) {
        const answer = await matches.feed.take(
          demoSource,
          lines.map((record, at) => ({ line: at + 1, records: [record] })),
        )
        return answer.lines
      },
      ids: (sourceIds) => matches.idsOf(demoSource, sourceIds),
      support: matches.support,
      async remove() {
        await matches.removeSource(demoSource)
      },
    },
    comments: { seed: comments.seedDemo },
    bulletins: { add: bulletins.seedDemo, remove: bulletins.removeDemo },
    payments: {
      mayOpenBank: vip.gateways.demoBank.mayOpen,
      useBank: vip.gateways.demoBank.use,
      endBank: vip.gateways.demoBank.end,
      addPlans: vip.demoPlans.seed,
      removePlans: vip.demoPlans.remove,
      changed: offerChanged,
    },
    danmaku: { add: pools.seedDemo, append: pools.appendDemo, lastMs: pools.lastDemoMs, remove: pools.removeDemo },
  }
}

function demoCatalog({ events }: Platform, { writer, plays, categories, titles }: Catalog): DemoNeeds['catalog'] {
  return {
    isEmpty: writer.isEmpty,
    saveTitles: writer.saveTitles,
    removeDemo: writer.removeDemo,
    savePlays: plays.save,
    recountRanks: plays.recountRanks,
    bannerIds: categories.bannerIds,
    setBanners: categories.setBanners,
    plate: categories.plate,
    setPlate: categories.setPlate,
    backdropOf: async (titleId) => (await titles.cards([titleId], 0))[0]?.backdrop ?? '',
    demoIds: writer.demoIds,
    async saveStills(titleId, stills) {
      await writer.saveStills(titleId, stills)
      events.announce(titlesChanged, { ids: [titleId] })
    },
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
  }
}

export const recommendationsNeeds = (
  { titles, listing, people }: Catalog,
  { watched }: Pick<Library, 'watched'>,
): RecommendationsNeeds => ({
  history: { watchedTitles: watched.lastTitles, watchedNext: watched.watchedNext },
  titles: {
    cards: titles.cards,
    visible: async (ids) => new Set((await listing.hitsOf(ids)).keys()),
    async features(ids) {
      const found = await people.featuresOf(ids)
      return found.map(({ actors, ...title }) => ({ ...title, actors: actors.map(({ name }) => name) }))
    },
    ofPerson: async (name, limit) => (await people.worksOf(name, limit)).map(({ id }) => id),
    ofGenre: async (pidId, genre, limit) =>
      (await listing.choose({ pidId, facets: [{ dimension: 'genre', value: genre }] }, 'score', 0, limit)).ids,
  },
})
