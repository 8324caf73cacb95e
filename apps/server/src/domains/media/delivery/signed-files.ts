import { renderThumbnailsVtt, signScope } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { scopeName, type LineScope, type Scope } from '../media-scopes.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { MediaStore } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { masterPlaylist, renditionPlaylist, withTiers } from '../playlist-rules.ts'
import { previewCues } from '../preview-rules.ts'
import type { AssetFiles } from '../asset-files.ts'
import type { FileCache } from './file-cache.ts'
import { cachedForever, neverCached, refusal, type MediaReply } from '../../../platform/http/file-reply.ts'
import { createSignedPathReader } from './signed-paths.ts'

const playlistType = 'application/vnd.apple.mpegurl'
const trackType = 'text/vtt; charset=utf-8'
/** Generated from database rows, so the next release may generate it differently. */
const cachedAnHour = 'public, max-age=3600'

const maxCachedPlaylists = 1000
/** Retry-After of a line with too many viewers. */
const busyRetrySec = 30

/** File names below a scope, and their content types. */
const fileTypes: readonly (readonly [name: RegExp, type: string])[] = [
  [/^[a-z0-9-]{1,40}\/(?:\d{1,10}-\d{1,9}-)?(?:init\.mp4|\d{5,7}\.m4s)$/, 'video/mp4'],
  [/^[a-z0-9-]{1,40}\/sub\.vtt$/, trackType],
  [/^storyboard\/(?:\d{1,10}-\d{1,9}-)?sheet-\d{3,5}\.jpg$/, 'image/jpeg'],
]

export interface SignedFilesNeeds {
  store: Pick<MediaStore, 'published'>
  rights: MediaNeeds['rights']
  assetFiles: AssetFiles
  episodes: Pick<MediaNeeds['episodes'], 'isPlayable' | 'isForVips'>
  lines: MediaNeeds['lines']['delivery']
  locks: Pick<MediaNeeds['locks'], 'stateOfAsset' | 'stateOfStream'>
  fileCache: FileCache
  mediaKey: string
}

export interface FileRequest {
  wantsBytes: boolean
  /** What counts as one viewer; null is not counted. */
  clientKey: string | null
  /** Refuses a client that has requested too many generated playlists. */
  admit: () => Promise<void>
  /** The session of the client's browser, or null. Called for private addresses only. */
  browserId: () => string | null
}

export interface SignedFiles {
  /** @param path raw, without the query */
  reply(path: string, nowSec: number, request: FileRequest): Promise<MediaReply>
  /** Evicts cached replies of an asset. */
  invalidate(assetId: number): void
  invalidateAll(): void
}

/** Serves everything below a signed prefix: playlists generated from rows, and the files that they list. */
export function createSignedFiles({
  store,
  rights,
  assetFiles,
  episodes,
  lines,
  locks,
  fileCache,
  mediaKey,
}: SignedFilesNeeds): SignedFiles {
  const readPath = createSignedPathReader(mediaKey)
  const replyFile = createFileReplies({ assetFiles, fileCache })
  const playlists = new LRUCache<string, Buffer>({ max: maxCachedPlaylists })

  const playlistOf = async (scope: Scope, name: string): Promise<Buffer | null> => {
    // A rendition may have become one for VIPs since its playlist was cached.
    if (name !== 'storyboard' && (await assetFiles.storedTier(scope, name)) === null) return null
    const key = `${scopeName(scope)}/${name}`
    const cached = playlists.get(key)
    if (cached) return cached
    const text = await (name === 'storyboard'
      ? renderStoryboard({ store, assetFiles }, scope)
      : assetFiles.rendition(scope, name).then((found) => found && renditionPlaylist(found)))
    if (text === null) return null
    const bytes = Buffer.from(text)
    playlists.set(key, bytes)
    return bytes
  }

  return {
    async reply(path, nowSec, request) {
      const signed = readPath(path, nowSec)
      if (!signed.ok) return refusal(signed.reason === 'expired' ? 410 : 403)
      const { scope, line, rest, expiresSec } = signed
      // An address that is not private was signed before the password was set, or for another place.
      const browserId = (scope ?? line)?.isPrivate === true ? request.browserId() : null
      if (line !== null) {
        if ((await locks.stateOfStream(line.streamId, browserId)) === 'closed') return refusal(403)
        return replyLine({ lines, fileCache }, { line, rest, ...request })
      }
      if (!scope) return refusal(404)
      if ((await locks.stateOfAsset(scope.assetId, browserId)) === 'closed') return refusal(403)
      if (scope.role === 'master') {
        const isOpen = rest === 'master.m3u8' && (await episodes.isPlayable(scope.assetId, rightsOf(scope), nowSec))
        const text = isOpen ? await renderMaster({ store, rights, episodes }, scope, expiresSec, mediaKey) : null
        return text === null ? refusal(404) : generatedReply(Buffer.from(text), playlistType, 'no-store')
      }
      const [, name, file] = /^([a-z0-9-]{1,40})\/(index\.m3u8|board\.vtt)$/.exec(rest) ?? []
      if (name === undefined) {
        // An episode may have become one for VIPs since its address was signed. Answered from memory, unlike `isPlayable`.
        const isOpen = rightsOf(scope).isVip || !(await episodes.isForVips(scope.assetId))
        return isOpen ? replyFile(scope, rest, request.wantsBytes) : refusal(404)
      }
      if ((name === 'storyboard') !== (file === 'board.vtt')) return refusal(404)
      const isOpen = await episodes.isPlayable(scope.assetId, rightsOf(scope), nowSec)
      const bytes = isOpen ? await playlistOf(scope, name) : null
      if (!bytes) return refusal(404)
      return generatedReply(bytes, file === 'board.vtt' ? trackType : playlistType, cacheControlOf(scope, cachedAnHour))
    },
    invalidate(assetId) {
      fileCache.invalidate(`media/${assetId}`)
      playlists.clear()
    },
    invalidateAll() {
      fileCache.invalidate('media')
      playlists.clear()
    },
  }
}

/** Replies with the files of assets. */
function createFileReplies({ assetFiles, fileCache }: Pick<SignedFilesNeeds, 'assetFiles' | 'fileCache'>) {
  /** A subtitle track up to the end of a preview. */
  const replyCues = async (scope: Scope & { previewMs: number }, rest: string): Promise<MediaReply> => {
    const path = await assetFiles.pathOf({ ...scope, previewMs: null }, rest)
    const file = path === null ? null : await fileCache.read(path)
    if (!file || !('bytes' in file)) return refusal(404)
    const text = previewCues(file.bytes.toString('utf8'), scope.previewMs)
    return generatedReply(Buffer.from(text), trackType, cacheControlOf(scope, cachedAnHour))
  }

  const replyFile = async (scope: Scope, rest: string, wantsBytes: boolean): Promise<MediaReply> => {
    const type = fileTypes.find(([name]) => name.test(rest))?.[1]
    if (type === undefined) return refusal(404)
    const { previewMs } = scope
    if (previewMs !== null && type === trackType) return replyCues({ ...scope, previewMs }, rest)
    const path = await assetFiles.pathOf(scope, rest)
    const file = path === null ? null : await (wantsBytes ? fileCache.read(path) : fileCache.stat(path))
    if (path === null || !file) return refusal(404)
    return {
      kind: 'found',
      file,
      type,
      storedTier: path.split('/', 4)[3] ?? '',
      cacheControl: cacheControlOf(scope, cachedForever),
      etag: `${scopeName(scope)}-${rest.replace('/', '-')}`,
    }
  }
  return replyFile
}

/** A preview is of an episode for VIPs. */
const rightsOf = ({ tier, previewMs }: Scope): { isVip: boolean } => ({ isVip: tier === 'vip' || previewMs !== null })

const cacheControlOf = ({ isPrivate }: { isPrivate: boolean }, otherwise: string): string =>
  isPrivate ? neverCached : otherwise

/** A playlist of a television line, or a segment that it lists. */
async function replyLine(
  { lines, fileCache }: Pick<SignedFilesNeeds, 'lines' | 'fileCache'>,
  { line, rest, wantsBytes, clientKey, admit }: { line: LineScope; rest: string } & FileRequest,
): Promise<MediaReply> {
  const { streamId } = line
  if (rest.endsWith('.m3u8')) {
    const playlist = await lines.playlist(streamId, rest, { key: clientKey, admit })
    if (!playlist) return refusal(404)
    if (playlist === 'starting') return refusal(503)
    if (playlist === 'busy') return refusal(503, busyRetrySec)
    const cacheControl = cacheControlOf(line, `public, max-age=${playlist.maxAgeSec}`)
    return generatedReply(Buffer.from(playlist.text), playlistType, cacheControl)
  }
  const path = await lines.file(streamId, rest)
  const file = path === null ? null : await (wantsBytes ? fileCache.read(path) : fileCache.stat(path))
  if (!file) return refusal(404)
  const etag = `l${streamId}-${rest.replaceAll('/', '-')}`
  return { kind: 'found', file, type: 'video/mp4', cacheControl: cacheControlOf(line, cachedForever), etag }
}

function generatedReply(bytes: Buffer, type: string, cacheControl: string): MediaReply {
  return { kind: 'found', file: { bytes }, type, cacheControl }
}

/**
 * Signs each rendition for its own tier, so that addresses of what everybody may see are shared by all. Those of an asset
 * that only VIPs may watch are all signed for VIPs.
 */
async function renderMaster(
  { store, rights, episodes }: Pick<SignedFilesNeeds, 'store' | 'rights' | 'episodes'>,
  { assetId, version, tier, previewMs, isPrivate }: Scope,
  expiresSec: number,
  mediaKey: string,
): Promise<string | null> {
  const stored = await store.published(assetId)
  if (stored?.version !== version) return null
  const asset = withTiers(stored, (await rights()).vipMinHeight)
  const folderOf = (of: Tier): string =>
    signScope({
      secret: mediaKey,
      scope: scopeName({ role: 'files', assetId, version, tier: of, previewMs, isPrivate }),
      expiresSec,
    })
  const isForVips = tier === 'vip' && (await episodes.isForVips(assetId))
  const folders = { std: folderOf(isForVips ? 'vip' : 'std'), vip: folderOf('vip') }
  return masterPlaylist(asset, tier, (rendition) => `${folders[rendition.tier]}/${rendition.name}/index.m3u8`)
}

async function renderStoryboard(
  { store, assetFiles }: Pick<SignedFilesNeeds, 'store' | 'assetFiles'>,
  scope: Scope,
): Promise<string | null> {
  const asset = await store.published(scope.assetId)
  if (asset?.version !== scope.version) return null
  const thumbnails = await assetFiles.thumbnails(scope)
  return thumbnails && renderThumbnailsVtt(thumbnails)
}
