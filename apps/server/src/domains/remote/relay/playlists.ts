import { accountOf } from '@yunmu/formats'
import { ForeignPlaylistError, parseForeignPlaylist, rewriteForeignPlaylist, type ForeignPart } from '@yunmu/hls'
import { LRUCache } from 'lru-cache'
import type { EpisodeAddress } from '../address-store.ts'
import type { Hosts } from '../hosts.ts'
import type { PartFetcher } from './fetch-part.ts'
import type { FetchSlot, FetchSlots, RelayClient } from './fetch-slots.ts'
import { RelayError } from './relay-error.ts'
import type { Sealer } from './seal.ts'
import { createSharedLoads } from './shared-loads.ts'

/** A playlist as it is served. */
export interface RelayedPlaylist {
  bytes: Buffer
  /** Whether it will not change: a film, or a list of renditions. */
  isComplete: boolean
}

export interface RelayedPlaylists {
  /**
   * @param url of the address, or of a playlist below it
   * @throws RelayError, EgressError, RefusalError
   */
  get(address: Pick<EpisodeAddress, 'id' | 'url'>, url: string, client: RelayClient): Promise<RelayedPlaylist>
  clear(): void
}

const maxBytes = 32 * 1024 * 1024
const completeForMs = 10 * 60_000
const growingForMs = 2000

export function createRelayedPlaylists({
  fetcher,
  slots,
  nowMs,
  hosts,
  sealer,
  onUnknownHosts,
}: {
  fetcher: PartFetcher
  slots: FetchSlots
  nowMs: () => number
  hosts: Hosts
  sealer: Sealer
  /** Called with addresses of hosts that a playlist leads to and that the operator has not allowed. */
  onUnknownHosts: (urls: readonly string[]) => void
}): RelayedPlaylists {
  const cache = new LRUCache<string, RelayedPlaylist>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const loads = createSharedLoads<RelayedPlaylist>({ slots, nowMs })

  const rewrite = async (
    address: Pick<EpisodeAddress, 'id' | 'url'>,
    text: string,
    base: string,
  ): Promise<RelayedPlaylist> => {
    const { isMaster, isComplete } = parseForeignPlaylist(text, base)
    const modeOf = await hosts.modes()
    const unknown = new Set<string>()
    const addressOf = (part: ForeignPart): string => {
      const mode = modeOf(new URL(part.url))
      // Ranges are parts of their own, which direct addresses cannot express. What an account opens may contain it.
      if (mode === 'direct' && !part.range && accountOf(address.url) === null) return part.url
      if (mode !== 'relayed') unknown.add(part.url)
      return sealer.seal(address.id, part)
    }
    const written = rewriteForeignPlaylist(text, base, addressOf)
    if (unknown.size > 0) {
      onUnknownHosts([...unknown])
      throw new RelayError('host')
    }
    return { bytes: Buffer.from(written), isComplete: isMaster || isComplete }
  }

  const load = async (
    address: Pick<EpisodeAddress, 'id' | 'url'>,
    url: string,
    slot: FetchSlot,
  ): Promise<RelayedPlaylist> => {
    const reply = await fetcher.fetch({ kind: 'playlist', url, range: null }, slot)
    const text = (await reply.bytes()).toString('utf8')
    try {
      return await rewrite(address, text, reply.url.href)
    } catch (err) {
      throw err instanceof ForeignPlaylistError ? new RelayError('playlist', { cause: err }) : err
    }
  }

  return {
    async get(address, url, client) {
      const key = `${address.id} ${url}`
      const cached = cache.get(key)
      if (cached) return cached
      return loads.get(key, { url, client }, async (slot) => {
        const playlist = await load(address, url, slot)
        cache.set(key, playlist, { ttl: playlist.isComplete ? completeForMs : growingForMs })
        return playlist
      })
    },
    clear() {
      cache.clear()
      loads.clear()
    },
  }
}
