import { checkSignedPath, type ForeignPart } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import { EgressError } from '../../../platform/egress/egress.ts'
import { cachedForever, neverCached, refusal, type MediaReply } from '../../../platform/http/file-reply.ts'
import type { EpisodeAddress } from '../address-store.ts'
import type { Hosts } from '../hosts.ts'
import type { RemoteNeeds } from '../remote-needs.ts'
import { parseRelayScope, type RelayScope } from '../relay-scopes.ts'
import type { AccessCache, AddressAccess } from './access.ts'
import type { PartFetcher } from './fetch-part.ts'
import type { RelayClient } from './fetch-slots.ts'
import type { FilmFiles } from './film-file.ts'
import type { PartCache } from './part-cache.ts'
import type { RelayedPlaylists } from './playlists.ts'
import { RelayError } from './relay-error.ts'
import type { Sealer } from './seal.ts'

const playlistType = 'application/vnd.apple.mpegurl'
/** By extension; whatever the other host says. Nothing that a browser would run or show as a page. */
const types: Readonly<Record<ForeignPart['kind'], string>> = {
  playlist: playlistType,
  segment: 'video/mp2t',
  map: 'video/mp4',
  key: 'application/octet-stream',
}

const maxCachedPrefixes = 2000

export interface RelayNeeds {
  mediaKey: string
  access: AccessCache
  hosts: Hosts
  locks: RemoteNeeds['locks']
  fetcher: PartFetcher
  parts: PartCache
  films: FilmFiles
  playlists: RelayedPlaylists
  sealer: Sealer
}

export interface RelayRequest {
  nowSec: number
  /** The session of the client's browser, or null. Called for private addresses only. */
  browserId: () => string | null
  client: RelayClient
}

export interface Relay {
  /**
   * The reply to a path, raw and without the query, and what must be called when it was sent.
   * @throws RefusalError if too much was fetched for the client
   */
  reply(path: string, request: RelayRequest): Promise<{ reply: MediaReply; close: () => void }>
}

/**
 * Serves films of hosts that browsers cannot ask by themselves. A request names an address of an episode, or a part that the
 * station itself read in a playlist of that address and sealed: nothing else is ever fetched.
 */
export function createRelay(needs: RelayNeeds): Relay {
  const { playlists, parts, films, fetcher, sealer, hosts } = needs
  const readPath = createPathReader(needs.mediaKey)

  const replyPlaylist = async (
    scope: RelayScope,
    address: EpisodeAddress,
    { url, client }: { url: string; client: RelayClient },
  ): Promise<MediaReply> => {
    const { bytes, isComplete } = await playlists.get(address, url, client)
    const maxAge = isComplete ? 60 : 1
    return found({ bytes }, playlistType, scope.isPrivate ? neverCached : `public, max-age=${maxAge}`)
  }

  const replyFilm = async (scope: RelayScope, url: string, client: RelayClient): Promise<MediaReply> => {
    const { etag, ...file } = await films.open(url, client)
    const cacheControl = scope.isPrivate ? neverCached : 'private, max-age=600'
    return { ...found(file, 'video/mp4', cacheControl), etag }
  }

  const replyPart = async (
    scope: RelayScope,
    address: EpisodeAddress,
    { part, client }: { part: ForeignPart; client: RelayClient },
  ): Promise<Opened> => {
    const isRelayed = async (url: string): Promise<boolean> => (await hosts.modeOfUrl(new URL(url))) === 'relayed'
    if (!(await isRelayed(part.url))) return opened(refusal(403))
    if (part.kind === 'playlist') return opened(await replyPlaylist(scope, address, { url: part.url, client }))
    const range = part.range ? `${part.range.first}-${part.range.last}` : ''
    const file = await parts.get(`${part.kind} ${range} ${part.url}`, {
      url: part.url,
      client,
      fetch: (slot) => fetcher.fetch(part, slot),
    })
    const close = 'close' in file ? file.close : () => undefined
    // Redirects led there when it was fetched: the operator may have refused that host since.
    if (!(await isRelayed(file.origin))) return { reply: refusal(403), close }
    const reply = found(file, types[part.kind], scope.isPrivate ? neverCached : cachedForever)
    // While it arrives it is sent as a whole: a range of it would cost the whole fetch.
    return { reply: 'close' in file ? { ...reply, isWhole: true } : reply, close }
  }

  const replyFor = async (
    scope: RelayScope,
    { address }: AddressAccess,
    rest: string,
    client: RelayClient,
  ): Promise<Opened> => {
    if (rest === 'index.m3u8' && address.kind === 'hls')
      return opened(await replyPlaylist(scope, address, { url: address.url, client }))
    if (rest === 'film.mp4' && address.kind === 'mp4') return opened(await replyFilm(scope, address.url, client))
    const part = address.kind === 'hls' ? sealer.open(scope.addressId, rest) : null
    return part ? replyPart(scope, address, { part, client }) : opened(refusal(404))
  }

  return {
    async reply(path, request) {
      const { nowSec } = request
      const read = readPath(path, nowSec)
      if (!('scope' in read)) return opened(refusal(read.refused))
      const { scope, rest } = read
      const access = await needs.access.of(scope.addressId)
      const state = access ? await stateOf(needs, access, scope, request) : 404
      if (!access || state !== 'open') return opened(refusal(state === 'open' ? 404 : state))
      try {
        return await replyFor(scope, access, rest, request.client)
      } catch (err) {
        if (err instanceof RelayError && err.reason === 'busy') return opened(refusal(503))
        if (err instanceof RelayError || err instanceof EgressError) return opened(refusal(502))
        throw err
      }
    },
  }
}

interface Opened {
  reply: MediaReply
  close: () => void
}

const opened = (reply: MediaReply): Opened => ({ reply, close: () => undefined })

const found = (
  file: Extract<MediaReply, { kind: 'found' }>['file'],
  type: string,
  cacheControl: string,
): Extract<MediaReply, { kind: 'found' }> => ({ kind: 'found', file, type, cacheControl })

/** Whether an address may be played now: since it was signed, its title, its host or its rights may have changed. */
async function stateOf(
  { hosts, locks }: Pick<RelayNeeds, 'hosts' | 'locks'>,
  { address, episode }: AddressAccess,
  scope: RelayScope,
  { nowSec, browserId }: RelayRequest,
): Promise<'open' | 403 | 404> {
  const { titleId, sourceId, vip, isVisible, airAt } = episode
  if (address.hidden || !isVisible || (airAt ?? 0) > nowSec || (vip && !scope.isVip)) return 404
  if ((await hosts.modeOf(address.hostId)) !== 'relayed') return 403
  const lock = await locks.stateOf({ titleId, sourceId }, scope.isPrivate ? browserId() : null)
  return lock === 'closed' ? 403 : 'open'
}

type ReadPath = { scope: RelayScope; rest: string } | { refused: 403 | 404 | 410 }

/** Verifies signed paths. Verified prefixes are remembered: a film has hundreds of segments below one. */
function createPathReader(secret: string): (path: string, nowSec: number) => ReadPath {
  const known = new LRUCache<string, { scope: RelayScope; expiresSec: number }>({ max: maxCachedPrefixes })
  return (path, nowSec) => {
    // Sealed parts are longer than the rest of a signed path may be: the prefix is checked with another one.
    const [, prefix, rest] =
      /^(\/relay\/\d{1,12}\/[A-Za-z0-9_-]{22}\/[a-z0-9-]{1,100})\/([A-Za-z0-9_.-]{1,4100})$/.exec(path) ?? []
    if (prefix === undefined || rest === undefined) return { refused: 403 }
    const cached = known.get(prefix)
    if (cached) return nowSec < cached.expiresSec ? { scope: cached.scope, rest } : { refused: 410 }
    const checked = checkSignedPath({ secrets: [secret], path: `${prefix}/x`, nowSec })
    if (!checked.ok) return { refused: checked.reason === 'expired' ? 410 : 403 }
    const scope = parseRelayScope(checked.scope)
    if (!scope) return { refused: 404 }
    known.set(prefix, { scope, expiresSec: Number(path.split('/', 3)[2]) })
    return { scope, rest }
  }
}
