import type { Transaction } from 'kysely'
import type { AddressKind, RemoteAddress } from '../../platform/subjects.ts'
import { createAddressStore, type EpisodeAddress } from './address-store.ts'
import { createHostStore } from './host-store.ts'
import type { RemoteParts } from './remote-parts.ts'
import { byRank, kindOf, originKey, parseAddress, wayOf } from './remote-rules.ts'
import type { RemoteTables } from './remote-tables.ts'

/** An address that an importer or the operator gives an episode. */
export interface WantedAddress {
  episodeId: number
  /** By its name, if it is not given. */
  kind?: AddressKind | undefined
  url: string
}

export interface SavedAddresses {
  /** How many are new. */
  added: number
  /** Those that are no addresses of films. */
  refused: WantedAddress[]
  /** How many hosts nobody knew. */
  newHosts: number
  /** The titles that are shown differently. */
  titleIds: number[]
}

export interface Addresses {
  save(tx: Transaction<unknown>, wanted: readonly WantedAddress[], nowSec: number): Promise<SavedAddresses>
  playable(episodeId: number): Promise<RemoteAddress[]>
  /** Stores for these episodes whether they can be watched now, and returns the titles that changed. */
  settleIn(tx: Transaction<unknown>, episodeIds: readonly number[]): Promise<number[]>
}

export function createAddresses({ db, hosts, episodes }: RemoteParts): Addresses {
  const store = createAddressStore(db)

  /** Those that players get, by episode, the best first. */
  const playableOf = async (found: readonly EpisodeAddress[]): Promise<Map<number, RemoteAddress[]>> => {
    const playable = new Map<number, RemoteAddress[]>()
    for (const { id, episodeId, hostId, kind, url, hidden } of found.toSorted(byRank)) {
      const mode = hidden ? null : wayOf({ kind, url }, await hosts.modeOf(hostId))
      if (mode === null) continue
      const known = playable.get(episodeId)
      if (known) known.push({ id, kind, mode, url })
      else playable.set(episodeId, [{ id, kind, mode, url }])
    }
    return playable
  }

  const settleIn: Addresses['settleIn'] = async (tx, episodeIds) => {
    const found = await createAddressStore(tx.withTables<RemoteTables>()).of(episodeIds)
    const playable = await playableOf(found)
    const isReady = (id: number): boolean => playable.has(id)
    return [
      ...new Set([
        ...(await episodes.settleIn(tx, episodeIds.filter(isReady), true)),
        ...(await episodes.settleIn(
          tx,
          episodeIds.filter((id) => !isReady(id)),
          false,
        )),
      ]),
    ]
  }

  return {
    settleIn,

    async save(tx, wanted, nowSec) {
      const parsed = wanted.map((address) => ({ address, to: parseAddress(address.url) }))
      const valid = parsed.flatMap(({ address, to }) => (to ? [{ address, to }] : []))
      const remote = tx.withTables<RemoteTables>()
      const known = await createHostStore(remote).idsOf(
        valid.map(({ to }) => to),
        nowSec,
      )
      const drafts = valid.flatMap(({ address: { episodeId, kind }, to }) => {
        const hostId = known.ids.get(originKey(to))
        return hostId === undefined ? [] : [{ episodeId, kind: kind ?? kindOf(to.url), url: to.url, hostId }]
      })
      const added = await createAddressStore(remote).add(drafts)
      const titleIds = added === 0 ? [] : await settleIn(tx, [...new Set(drafts.map(({ episodeId }) => episodeId))])
      const refused = parsed.filter(({ to }) => to === null).map(({ address }) => address)
      return { added, refused, newHosts: known.added, titleIds }
    },

    async playable(episodeId) {
      return (await playableOf(await store.of([episodeId]))).get(episodeId) ?? []
    },
  }
}
