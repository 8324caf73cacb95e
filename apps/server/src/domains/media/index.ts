import type { RefusalName } from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import { signScope } from '@yunmu/hls'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { DomainModule } from '../../platform/domain-module.ts'
import { RefusalError } from '../../platform/http/refusal-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import type { PlayRequest } from '../../platform/subjects.ts'
import { createToken, mountPlayToken } from './calls/play-token.ts'
import { mountDownloadToken } from './calls/download-token.ts'
import { createDownloadFilms } from './downloads/download-films.ts'
import { createDownloadStore } from './downloads/download-store.ts'
import { installDownloads } from './downloads/install-downloads.ts'
import { createMovies } from './downloads/movies.ts'
import { mountUserPlays } from './calls/user-plays.ts'
import { createLeaseStore } from './streams/lease-store.ts'
import { createPlayLeases, type PlayLeases } from './streams/play-leases.ts'
import { createAssetFiles, type AssetFiles } from './asset-files.ts'
import { createAdVideos, type AdVideos } from './delivery/ad-videos.ts'
import { createFileCache } from './delivery/file-cache.ts'
import { installDelivery, type DeliveryHttp } from './delivery/install-delivery.ts'
import { createSignedFiles } from './delivery/signed-files.ts'
import { createReplaceSubtitles, type ReplaceSubtitles } from './ingest/replace-subtitles.ts'
import { createStorePicture, type StorePicture } from './pictures/store-picture.ts'
import { createIngestAsset, type IngestAsset } from './ingest/ingest-asset.ts'
import { publishFilm, type EncodedFilm } from './ingest/publish-film.ts'
import { assetSettled, assetsRemoved, portraitsRemoved } from './media-events.ts'
import { portraitFile, removeArtwork } from './media-files.ts'
import type { MediaNeeds, MediaParts } from './media-needs.ts'
import { mediaExchange } from './media-exchange.ts'
import { createMediaStore, staleAfterMs, type MediaStore } from './media-store.ts'
import { lineExpiryOf, lineScope, type LineScope } from './media-scopes.ts'
import type { MediaTables } from './media-tables.ts'
import { storeLogo, sweepLogos } from './pictures/logos.ts'
import { createPictures } from './pictures/pictures.ts'
import { storePoster, sweepPosters } from './pictures/posters.ts'
import { createTitlePictures, type TitlePictures } from './pictures/title-pictures.ts'
import { createPortraits, type Portraits } from './pictures/portraits.ts'
import { readChannels } from './read-channels.ts'
import { noQuality } from './quality-rules.ts'
import { readFilmTracks, type FilmTracks } from './film-tracks.ts'

/** What this domain offers to the application. */
export interface Media {
  assets: MediaStore
  ingest: IngestAsset
  /** Replaces the subtitles of a published asset. Returns notes for the operator. */
  replaceSubtitles: ReplaceSubtitles
  /** Stores a picture that was put beside a video, and returns its address; null if the file is no picture. */
  storePicture: StorePicture
  /** Publishes a film that is encoded already. Returns the addresses of its stills. */
  publishFilm(film: EncodedFilm): Promise<{ stills: string[] }>
  /** An asset's renditions, for a television schedule; null for one that only VIPs may watch. */
  filmTracks(assetId: number): Promise<FilmTracks | null>
  /** The path of a file of an asset that viewers without VIP may see, relative to the data folder; null if there is none. */
  filmFile(address: { assetId: number; version: number; rest: string }): Promise<string | null>
  /** Removes the generated pictures of titles. */
  removeArtwork(titleIds: readonly number[]): Promise<void>
  portraits: Portraits
  adVideos: AdVideos
  /** The pictures that operators choose for titles. */
  titlePictures: TitlePictures
  /** Stores an external picture as a logo and returns its address; null if the bytes are not a picture. */
  storeLogo(bytes: Buffer): Promise<string | null>
  /** Stores an external picture as a title's poster and returns its address; null if the bytes are not a picture. */
  storePoster(bytes: Buffer): Promise<string | null>
  /** Removes files that no row refers to. */
  sweep(nowMs: number): Promise<void>
  /** The address of a playlist below the scope of a television line, signed for a day. */
  signLine(place: LineScope & { file: string }, nowSec: number): { address: string; expires: number }
  /**
   * The address of what a visitor without an account may play. Refuses as the call for play tokens does.
   * @param browserId the session of a browser that may have given passwords, or null
   */
  visitorAddress(request: VisitorRequest, browserId: string | null, nowMs: number): Promise<string>
  readonly module: DomainModule
}

type VisitorRequest = Pick<PlayRequest, 'type' | 'id' | 'line' | 'level'>

type MediaPlatform = Pick<Platform, 'db' | 'config' | 'events' | 'clock' | 'log' | 'secrets' | 'metrics'>

/** Assets, the right to play them, and their delivery. */
export function createMedia(
  { db, config, events, clock, log, secrets, metrics }: MediaPlatform,
  needs: MediaNeeds,
): Media {
  const { dataDir, mediaUrl } = config
  const { mediaKey } = secrets
  const { episodes } = needs
  const parts: MediaParts = {
    ...needs,
    events,
    clock,
    log,
    dataDir,
    mediaKey,
    mediaUrl,
    cacheBytes: config.mediaCacheMb * 1024 * 1024,
    countBytes: metrics.mediaBytes,
  }
  const assets: MediaStore = createMediaStore(db.withTables<MediaTables>(), {
    inTransaction: (work) => db.transaction().execute(work),
    dataDir,
    async onSettled(settled) {
      const { assetId } = settled
      await episodes.settle(settled, (await assets.qualities([assetId])).get(assetId) ?? noQuality)
      events.announce(assetSettled, settled)
    },
    onRemoved: (ids) => events.announce(assetsRemoved, { ids }),
  })
  const vipMinHeight = async (): Promise<number> => (await needs.rights()).vipMinHeight
  const assetFiles = createAssetFiles({ store: assets, vipMinHeight })
  events.on(assetSettled, () => assetFiles.clear())
  events.on(assetsRemoved, () => assetFiles.clear())
  const portraits = createPortraits({
    dataDir,
    usedUrls: () => needs.people.portraits(),
    onRemoved: (names) => events.announce(portraitsRemoved, { names }),
  })
  const sweep = async (nowMs: number): Promise<void> => {
    await assets.sweep(nowMs)
    await portraits.sweep(nowMs - staleAfterMs)
    await sweepLogos(dataDir, await needs.lines.logos(), nowMs - staleAfterMs)
    await sweepPosters(dataDir, await needs.titles.posters(), nowMs - staleAfterMs)
  }
  const tables = db.withTables<MediaTables>()
  const leases = createPlayLeases(createLeaseStore(tables), needs.people.deviceName)
  return {
    assets,
    async visitorAddress({ line, ...request }, browserId, nowMs) {
      const refuse = (refusal: RefusalName): never => {
        throw new RefusalError(refusal)
      }
      const player = { send: { ...request, ids: line }, viewer: null, browserId, agent: '' }
      const needs = { store: assets, assetFiles, leases, ...parts }
      const { url, remote = [] } = await createToken(needs, player, { nowMs, refuse })
      if (remote.length === 0) return url
      // A page of a partner is no film for a program.
      return remote.find(({ kind }) => kind !== 'page')?.url ?? refuse('EpisodeNotReady')
    },
    ingest: createIngestAsset({ store: assets, dataDir }),
    replaceSubtitles: createReplaceSubtitles({ store: assets, dataDir }),
    storePicture: createStorePicture({ store: assets, dataDir }),
    publishFilm: (film) => publishFilm({ store: assets, dataDir }, film),
    ...broadcastsOf({ assets, assetFiles, rights: needs.rights, episodes }),
    removeArtwork: (titleIds) => removeArtwork(dataDir, titleIds),
    portraits,
    adVideos: createAdVideos(dataDir),
    titlePictures: createTitlePictures({ store: assets, assetFiles, dataDir }),
    storeLogo: (bytes) => storeLogo(dataDir, bytes),
    storePoster: (bytes) => storePoster(dataDir, bytes),
    sweep,
    signLine({ file, ...line }, nowSec) {
      const expires = lineExpiryOf(nowSec)
      const folder = signScope({ secret: mediaKey, scope: lineScope(line), expiresSec: expires })
      return { address: `${line.isPrivate ? '' : mediaUrl}${folder}/${file}`, expires }
    },
    module: moduleOf(parts, { assets, assetFiles, leases, tables, sweep }),
  }
}

interface ModuleParts {
  assets: MediaStore
  assetFiles: AssetFiles
  leases: PlayLeases
  tables: Kysely<MediaTables>
  sweep: (nowMs: number) => Promise<void>
}

function moduleOf(parts: MediaParts, { assets, assetFiles, leases, tables, sweep }: ModuleParts): DomainModule {
  const { events, clock, dataDir } = parts
  const counts = createDownloadStore(tables)
  const films = createDownloadFilms(assets, createMovies(dataDir))
  events.on(assetSettled, (settled) => films.forget(settled?.assetId ?? null))
  events.on(assetsRemoved, (removed) => {
    for (const id of removed?.ids ?? [null]) films.forget(id)
  })
  return {
    name: 'media',
    exchange: mediaExchange,
    calls(registry) {
      mountPlayToken(registry, { store: assets, assetFiles, leases, ...parts })
      mountUserPlays(registry, { leases, rights: parts.rights })
      mountDownloadToken(registry, { store: assets, films, counts, ...parts })
    },
    routes(app, { limits, admissions }) {
      installFiles(app, assets, { ...parts, assetFiles, limits, admission: admissions.picture })
      installDownloads(app, { ...parts, films })
    },
    schedules: [
      {
        name: 'media.forgetPlays',
        everyMinutes: 60,
        async run() {
          const now = nowSec(clock)
          await leases.removeOld(now)
          await counts.removeBefore(chinaDay(now))
        },
      },
      {
        name: 'media.readChannels',
        everyMinutes: 24 * 60,
        firstRunAfterMs: 60_000,
        run: () => readChannels(tables, { dataDir, onRead: parts.episodes.measure }),
      },
      // Delayed: a process that starts has more urgent work.
      {
        name: 'media.sweep',
        everyMinutes: 24 * 60,
        firstRunAfterMs: 10 * 60_000,
        run: () => sweep(clock.nowMs()),
      },
    ],
  }
}

/** What television schedules broadcast: nothing that is for VIPs. */
const broadcastsOf = ({
  assets,
  assetFiles,
  rights,
  episodes,
}: { assets: MediaStore; assetFiles: AssetFiles } & Pick<MediaNeeds, 'rights' | 'episodes'>): Pick<
  Media,
  'filmTracks' | 'filmFile'
> => ({
  async filmTracks(assetId) {
    if (await episodes.isForVips(assetId)) return null
    return readFilmTracks(assets, assetId, (await rights()).vipMinHeight)
  },
  async filmFile({ rest, ...address }) {
    if (await episodes.isForVips(address.assetId)) return null
    return assetFiles.pathOf({ ...address, tier: 'std', previewMs: null }, rest)
  },
})

/** Serves files, frequently requested ones from memory. */
function installFiles(
  app: FastifyInstance,
  store: MediaStore,
  needs: MediaParts & DeliveryHttp & { assetFiles: AssetFiles },
): void {
  const { dataDir, events } = needs
  const fileCache = createFileCache({ folder: dataDir, maxBytes: needs.cacheBytes })
  const files = createSignedFiles({
    store,
    rights: needs.rights,
    assetFiles: needs.assetFiles,
    episodes: needs.episodes,
    lines: needs.lines.delivery,
    locks: needs.locks,
    fileCache,
    mediaKey: needs.mediaKey,
  })
  events.on(assetSettled, (settled) => (settled ? files.invalidate(settled.assetId) : files.invalidateAll()))
  events.on(assetsRemoved, (removed) => (removed ? removed.ids.forEach(files.invalidate) : files.invalidateAll()))
  events.on(portraitsRemoved, (removed) => {
    for (const path of removed ? removed.names.map(portraitFile) : ['portraits']) fileCache.invalidate(path)
  })
  installDelivery(app, { ...needs, files, fileCache, pictures: createPictures({ ...needs, fileCache }) })
}

export { InvalidMediaError } from './ingest/invalid-media-error.ts'
export { probeDetails } from './ingest/probe-details.ts'
export { probe as probeFile } from './ingest/ffmpeg/probe.ts'
export { probeVideo } from './ingest/ingest-file.ts'
export { canCopy } from './ingest/encode/ladder-rules.ts'
export { assetSettled, assetsRemoved }
export { refuseMediaUrl } from './delivery/install-delivery.ts'
export type { MediaNeeds }
