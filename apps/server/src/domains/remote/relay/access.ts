import { LRUCache } from 'lru-cache'
import { createAddressStore, type EpisodeAddress } from '../address-store.ts'
import type { RemoteParts } from '../remote-parts.ts'
import type { RemoteEpisode } from '../remote-needs.ts'

/** An address with what its episode's rights depend on. */
export interface AddressAccess {
  address: EpisodeAddress
  episode: RemoteEpisode
}

/** Caches an address with its episode until the title changes. */
export interface AccessCache {
  /** Null if there is no such address. */
  of(addressId: number): Promise<AddressAccess | null>
  /** @param titleIds the titles that changed; null: any may have */
  invalidate(titleIds: readonly number[] | null): void
}

const maxAddresses = 5000
/** Changes are announced; this bounds how long a lost announcement counts. */
const maxAgeMs = 60_000

export function createAccessCache({ db, episodes }: RemoteParts): AccessCache {
  const store = createAddressStore(db)
  const known = new LRUCache<number, AddressAccess>({ max: maxAddresses, ttl: maxAgeMs })
  /** What was read before the last change is not cached. */
  let changes = 0
  return {
    async of(addressId) {
      const found = known.get(addressId)
      if (found) return found
      const before = changes
      const address = await store.find(addressId)
      const [episode] = address ? await episodes.find({ episodeIds: [address.episodeId] }) : []
      if (!address || !episode) return null
      const access = { address, episode }
      if (before === changes) known.set(addressId, access)
      return access
    },
    invalidate(titleIds) {
      changes++
      if (titleIds === null) return known.clear()
      const changed = new Set(titleIds)
      for (const [id, { episode }] of known.entries()) if (changed.has(episode.titleId)) known.delete(id)
    },
  }
}
