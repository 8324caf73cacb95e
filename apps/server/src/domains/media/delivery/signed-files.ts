import { signScope } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { scopeName, type Scope } from '../media-scopes.ts'
import type { MediaNeeds } from '../media-needs.ts'
import type { MediaStore } from '../media-store.ts'
import type { Tier } from '../media-tables.ts'
import { masterPlaylist, renditionPlaylist, storyboardTrack } from '../playlist-rules.ts'
import type { FileMemory } from './file-memory.ts'
import { keptForEver, refused, type MediaAnswer } from './media-answer.ts'
import { createSignedPaths } from './signed-prefixes.ts'

const playlistType = 'application/vnd.apple.mpegurl'
const trackType = 'text/vtt; charset=utf-8'
/** What is rendered from rows may be rendered better by the next release. */
const keptAnHour = 'public, max-age=3600'

const mostPlaylists = 1000
/** When to come again where too many watch. */
const busySec = 30

/** The file names below a scope, and what they are. */
const fileTypes: readonly (readonly [name: RegExp, type: string])[] = [
  [/^[a-z0-9-]{1,40}\/(?:init\.mp4|\d{5,7}\.m4s)$/, 'video/mp4'],
  [/^[a-z0-9-]{1,40}\/sub\.vtt$/, trackType],
  [/^storyboard\/sheet-\d{3,5}\.jpg$/, 'image/jpeg'],
]

export interface SignedFilesNeeds {
  store: Pick<MediaStore, 'published' | 'rendition'>
  episodes: Pick<MediaNeeds['episodes'], 'isPlayable'>
  lines: MediaNeeds['lines']['delivery']
  memory: FileMemory
  mediaKey: string
}

export interface FileWish {
  wantsBytes: boolean
  /** What counts as one visitor; null is not counted. */
  who: string | null
  /** Refuses who has had too many playlists made. */
  admit: () => Promise<void>
}

export interface SignedFiles {
  /** @param path raw, without the query */
  answer(path: string, nowSec: number, wish: FileWish): Promise<MediaAnswer>
  /** Drops what was kept of an asset. */
  forget(assetId: number): void
  forgetAll(): void
}

/** Everything below a signed prefix: playlists rendered from rows, and the files that they name. */
export function createSignedFiles({ store, episodes, lines, memory, mediaKey }: SignedFilesNeeds): SignedFiles {
  const readPath = createSignedPaths(mediaKey)
  const playlists = new LRUCache<string, Buffer>({ max: mostPlaylists })

  const playlistOf = async (scope: Scope, name: string): Promise<Buffer | null> => {
    const key = `${scopeName(scope)}/${name}`
    const kept = playlists.get(key)
    if (kept) return kept
    const text = await (name === 'storyboard'
      ? renderStoryboard(store, scope)
      : store.rendition({ ...scope, name }).then((found) => found && renditionPlaylist(found)))
    if (text === null) return null
    const bytes = Buffer.from(text)
    playlists.set(key, bytes)
    return bytes
  }

  const answerFile = async (scope: Scope, rest: string, wantsBytes: boolean): Promise<MediaAnswer> => {
    const type = fileTypes.find(([name]) => name.test(rest))?.[1]
    if (type === undefined) return refused(404)
    const path = `media/${scope.assetId}/${scope.version}/${scope.tier}/${rest}`
    const file = await (wantsBytes ? memory.read(path) : memory.measure(path))
    if (!file) return refused(404)
    return {
      kind: 'found',
      file,
      type,
      cacheControl: keptForEver,
      etag: `${scopeName(scope)}-${rest.replace('/', '-')}`,
    }
  }

  return {
    async answer(path, nowSec, wish) {
      const signed = readPath(path, nowSec)
      if (!signed.ok) return refused(signed.reason === 'expired' ? 410 : 403)
      const { scope, streamId, rest, expiresSec } = signed
      if (streamId !== null) return answerLine({ lines, memory }, { streamId, rest, ...wish })
      if (!scope) return refused(404)
      if (scope.role === 'master') {
        const isOpen = rest === 'master.m3u8' && (await episodes.isPlayable(scope.assetId, rightsOf(scope), nowSec))
        const text = isOpen ? await renderMaster(store, scope, expiresSec, mediaKey) : null
        return text === null ? refused(404) : rendered(Buffer.from(text), playlistType, 'no-store')
      }
      const [, name, file] = /^([a-z0-9-]{1,40})\/(index\.m3u8|board\.vtt)$/.exec(rest) ?? []
      if (name === undefined) return answerFile(scope, rest, wish.wantsBytes)
      if ((name === 'storyboard') !== (file === 'board.vtt')) return refused(404)
      const isOpen = await episodes.isPlayable(scope.assetId, rightsOf(scope), nowSec)
      const bytes = isOpen ? await playlistOf(scope, name) : null
      return bytes ? rendered(bytes, file === 'board.vtt' ? trackType : playlistType, keptAnHour) : refused(404)
    },
    forget(assetId) {
      memory.forget(`media/${assetId}`)
      playlists.clear()
    },
    forgetAll() {
      memory.forget('media')
      playlists.clear()
    },
  }
}

/** A VIP's master names files of both tiers, so who asks for files may always be a VIP. */
const rightsOf = ({ role, tier }: Scope): { isVip: boolean } => ({ isVip: role === 'files' || tier === 'vip' })

/** A playlist of a line of television, or a segment that it names. */
async function answerLine(
  { lines, memory }: Pick<SignedFilesNeeds, 'lines' | 'memory'>,
  { streamId, rest, wantsBytes, who, admit }: { streamId: number; rest: string } & FileWish,
): Promise<MediaAnswer> {
  if (rest.endsWith('.m3u8')) {
    const playlist = await lines.playlist(streamId, rest, { key: who, admit })
    if (!playlist) return refused(404)
    if (playlist === 'starting') return refused(503)
    if (playlist === 'busy') return refused(503, busySec)
    return rendered(Buffer.from(playlist.text), playlistType, `public, max-age=${playlist.maxAgeSec}`)
  }
  const path = await lines.file(streamId, rest)
  const file = path === null ? null : await (wantsBytes ? memory.read(path) : memory.measure(path))
  if (!file) return refused(404)
  const etag = `l${streamId}-${rest.replaceAll('/', '-')}`
  return { kind: 'found', file, type: 'video/mp4', cacheControl: keptForEver, etag }
}

function rendered(bytes: Buffer, type: string, cacheControl: string): MediaAnswer {
  return { kind: 'found', file: { bytes }, type, cacheControl }
}

/** Each rendition under a signature of its own tier, so that none of them opens another tier's files. */
async function renderMaster(
  store: SignedFilesNeeds['store'],
  { assetId, version, tier }: Scope,
  expiresSec: number,
  mediaKey: string,
): Promise<string | null> {
  const asset = await store.published(assetId)
  if (asset?.version !== version) return null
  const folderOf = (of: Tier): string =>
    signScope({ secret: mediaKey, scope: scopeName({ role: 'files', assetId, version, tier: of }), expiresSec })
  const folders = { std: folderOf('std'), vip: folderOf('vip') }
  return masterPlaylist(asset, tier, (rendition) => `${folders[rendition.tier]}/${rendition.name}/index.m3u8`)
}

async function renderStoryboard(store: SignedFilesNeeds['store'], scope: Scope): Promise<string | null> {
  const asset = await store.published(scope.assetId)
  if (asset?.version !== scope.version || !asset.storyboard || scope.tier !== 'std') return null
  return storyboardTrack(asset.storyboard, asset.durationMs)
}
