import { LRUCache } from 'lru-cache'
import { createAddressStore, type EpisodeAddress } from '../address-store.ts'
import type { RemoteParts } from '../index.ts'
import type { RemoteEpisode } from '../remote-needs.ts'

/** An address with what its episode's rights depend on. */
export interface AddressAccess {
  address: EpisodeAddress
  episode: RemoteEpisode
}

/** What every segment asks for: answered from memory until the title changes. */
export interface AccessCache {
  /** Null if there is no such address. */
  of(addressId: number): Promise<AddressAccess | null>
  /** The titles that changed; null: any may have. */
  forget(titleIds: readonly number[] | null): void
}

const maxAddresses = 5000
/** Changes are announced; this bounds how long a lost announcement counts. */
const maxAgeMs = 60_000

export function createAccessCache({ db, episodes }: RemoteParts): AccessCache {
  const store = createAddressStore(db)
  const known = new LRUCache<number, AddressAccess>({ max: maxAddresses, ttl: maxAgeMs })
  /** What was read before the last change is not kept. */
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
    forget(titleIds) {
      changes++
      if (titleIds === null) return known.clear()
      const changed = new Set(titleIds)
      for (const [id, { episode }] of known.entries()) if (changed.has(episode.titleId)) known.delete(id)
    },
  }
}
