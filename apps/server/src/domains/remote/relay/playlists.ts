import { ForeignPlaylistError, parseForeignPlaylist, rewriteForeignPlaylist, type ForeignPart } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import type { Hosts } from '../hosts.ts'
import { RelayError, type PartFetcher } from './fetch-part.ts'
import type { Sealer } from './seal.ts'

/** A playlist as it is served. */
export interface RelayedPlaylist {
  bytes: Buffer
  /** Whether it will not change: a film, or a list of renditions. */
  isComplete: boolean
}

export interface RelayedPlaylists {
  /** @throws RelayError, EgressError */
  get(addressId: number, url: string): Promise<RelayedPlaylist>
  clear(): void
}

const maxBytes = 32 * 1024 * 1024
const completeForMs = 10 * 60_000
const growingForMs = 2000

export function createRelayedPlaylists({
  fetcher,
  hosts,
  sealer,
  onUnknownHosts,
}: {
  fetcher: PartFetcher
  hosts: Hosts
  sealer: Sealer
  /** Is told of hosts that a playlist leads to and that nobody decided about. */
  onUnknownHosts: (urls: readonly string[]) => void
}): RelayedPlaylists {
  const cache = new LRUCache<string, RelayedPlaylist>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const pending = new Map<string, Promise<RelayedPlaylist>>()

  const rewrite = async (addressId: number, text: string, base: string): Promise<RelayedPlaylist> => {
    const { isMaster, isComplete } = parseForeignPlaylist(text, base)
    const modeOf = await hosts.modes()
    const unknown = new Set<string>()
    const addressOf = (part: ForeignPart): string => {
      const mode = modeOf(new URL(part.url))
      // Ranges are parts of their own, which direct addresses cannot express.
      if (mode === 'direct' && !part.range) return part.url
      if (mode !== 'relayed') unknown.add(part.url)
      return sealer.seal(addressId, part)
    }
    const written = rewriteForeignPlaylist(text, base, addressOf)
    if (unknown.size > 0) {
      onUnknownHosts([...unknown])
      throw new RelayError('it leads to a host that is not allowed')
    }
    return { bytes: Buffer.from(written), isComplete: isMaster || isComplete }
  }

  const load = async (addressId: number, url: string): Promise<RelayedPlaylist> => {
    const reply = await fetcher.fetch({ kind: 'playlist', url, range: null })
    const text = (await reply.bytes()).toString('utf8')
    try {
      return await rewrite(addressId, text, reply.url.href)
    } catch (err) {
      throw err instanceof ForeignPlaylistError ? new RelayError(err.message, { cause: err }) : err
    }
  }

  return {
    async get(addressId, url) {
      const key = `${addressId} ${url}`
      const kept = cache.get(key)
      if (kept) return kept
      const running = pending.get(key)
      if (running) return running
      const loading = load(addressId, url).finally(() => pending.delete(key))
      pending.set(key, loading)
      const playlist = await loading
      cache.set(key, playlist, { ttl: playlist.isComplete ? completeForMs : growingForMs })
      return playlist
    },
    clear: () => cache.clear(),
  }
}
