import { appendAudit, commandEntry, type NewAuditEntry } from '../../platform/audit/audit.ts'
import { nowSec } from '../../platform/process/clock.ts'
import type { AddressKind } from '../../platform/subjects.ts'
import { createAddressStore, type EpisodeAddress } from './address-store.ts'
import type { Addresses } from './addresses.ts'
import type { CheckResult } from './checks/check-rules.ts'
import type { Checks } from './checks/checks.ts'
import type { HostDecisions } from './host-decisions.ts'
import { createHostStore, type RemoteHost } from './host-store.ts'
import type { RemoteParts } from './remote-parts.ts'
import type { RemoteEpisode } from './remote-needs.ts'
import { originText, parseAddress } from './remote-rules.ts'
import type { HostMode, RemoteTables } from './remote-tables.ts'

/** An address with its host and its episode, as the operator reads it. */
export interface ListedAddress extends EpisodeAddress {
  mode: HostMode
  episode: RemoteEpisode
}

export type AddRefusal = 'noTitle' | 'noAddress' | 'known'

/** The operator's commands on what lies elsewhere. */
export interface RemoteManager {
  hosts: {
    list(): Promise<(RemoteHost & { addresses: number })[]>
    /**
     * Allows or refuses the hosts of a name, also one that no address has yet. Episodes are settled in batches;
     * `onSettled` is called with how many episodes changed their title's page. Null if the name is none.
     */
    allow(name: string, mode: HostMode, onSettled?: (titles: number) => void): Promise<RemoteHost[] | null>
  }
  /** Adds an address to an episode, which is added to its source where it does not exist. */
  add(place: {
    titleId: number
    source: string
    level: number
    url: string
    kind?: AddressKind | undefined
  }): Promise<{ host: string; mode: HostMode } | AddRefusal>
  /** Checks the addresses of a title now; null if it has none. */
  check(
    titleId: number,
    onChecked: (address: { id: number; url: string }, result: CheckResult) => void,
    signal: AbortSignal,
  ): Promise<number | null>
  /** Stores whether the episodes of a host can be watched, in batches. */
  settleHost(hostId: number, onSettled?: (titles: number) => void): Promise<void>
  /** The addresses of a title, in page order. */
  list(titleId: number): Promise<ListedAddress[]>
  /** False if there is no such address. */
  remove(addressId: number): Promise<boolean>
}

const episodesPerBatch = 2000

export function createManager(
  parts: RemoteParts,
  { addresses, checks, decisions }: { addresses: Addresses; checks: Checks; decisions: HostDecisions },
): RemoteManager {
  const { db, hosts, episodes, clock } = parts
  const store = createAddressStore(db)

  const settleHost: RemoteManager['settleHost'] = async (hostId, onSettled = () => undefined) => {
    for (let last = 0; ;) {
      const ids = await store.episodesOn(hostId, last, episodesPerBatch)
      const titles = await parts.inTransaction((tx) => addresses.settleIn(tx, ids))
      if (titles.length > 0) episodes.announceChanged(titles)
      onSettled(titles.length)
      last = ids.at(-1) ?? last
      if (ids.length < episodesPerBatch) return
    }
  }

  /** Hosts of a name; one that no address has is added, because segments may lie on it. */
  const namedOrAdded = async (name: string): Promise<RemoteHost[]> => {
    const known = await hosts.named(name)
    if (known.length > 0) return known
    const origin = parseAddress(/^https?:\/\//i.test(name) ? name : `https://${name}`)
    if (!origin || new URL(origin.url).pathname !== '/') return []
    await createHostStore(db).idsOf([origin], nowSec(clock))
    return hosts.named(originText(origin))
  }

  return {
    settleHost,
    hosts: {
      list: hosts.list,
      async allow(name, mode, onSettled = () => undefined) {
        const found = await namedOrAdded(name)
        if (found.length === 0) return null
        const afterCommit = await parts.inTransaction((tx) => decisions.decideIn(tx, found, mode))
        afterCommit()
        for (const { id } of found) await settleHost(id, onSettled)
        return found
      },
    },

    async add({ titleId, source, level, url, kind }) {
      const parsed = parseAddress(url)
      if (!parsed) return 'noAddress'
      const episodeId = await episodes.place({ titleId, source, level }, nowSec(clock))
      if (episodeId === null) return 'noTitle'
      const wanted = { episodeId, kind, url: parsed.url }
      const { added } = await parts.inTransaction(async (tx) => {
        const saved = await addresses.save(tx, [wanted], nowSec(clock))
        const after = { line: source, level, url: parsed.url }
        if (saved.added > 0) await appendAudit(tx, addressEntry(clock, 'address add', { titleId, before: null, after }))
        return saved
      })
      if (added === 0) return 'known'
      episodes.announceChanged([titleId])
      return { host: originText(parsed), mode: await hosts.modeOfUrl(new URL(parsed.url)) }
    },

    async list(titleId) {
      const found = await episodes.find({ titleIds: [titleId] })
      const byId = new Map(found.map((episode, order) => [episode.episodeId, { episode, order }]))
      const known = await store.of([...byId.keys()])
      const listed: (ListedAddress & { order: number })[] = []
      for (const address of known) {
        const placed = byId.get(address.episodeId)
        if (placed) listed.push({ ...address, ...placed, mode: await hosts.modeOf(address.hostId) })
      }
      return listed.toSorted((one, other) => one.order - other.order || one.position - other.position)
    },

    async check(titleId, onChecked, signal) {
      const found = await episodes.find({ titleIds: [titleId] })
      const ids = found.map(({ episodeId }) => episodeId)
      if ((await store.of(ids)).length === 0) return null
      let checked = 0
      const count = (address: { id: number; url: string }, result: CheckResult): void => {
        checked++
        onChecked(address, result)
      }
      await checks.checkEpisodes(ids, count, signal)
      return checked
    },

    remove: (addressId) => removeAddress(parts, addresses, addressId),
  }
}

const addressEntry = (
  clock: RemoteParts['clock'],
  act: 'address add' | 'address remove',
  { titleId, ...change }: { titleId: number; before: unknown; after: unknown },
): NewAuditEntry => commandEntry(clock, { domain: 'remote', act, subject: `title ${titleId}`, ...change })

async function removeAddress(parts: RemoteParts, addresses: Addresses, addressId: number): Promise<boolean> {
  const { db, episodes, clock } = parts
  const address = await createAddressStore(db).find(addressId)
  if (!address) return false
  const [episode] = await episodes.find({ episodeIds: [address.episodeId] })
  const isRemoved = await parts.inTransaction(async (tx) => {
    if ((await createAddressStore(tx.withTables<RemoteTables>()).remove(addressId)) === null) return false
    await addresses.settleIn(tx, [address.episodeId])
    if (!episode) return true
    const { titleId, source, level } = episode
    const before = { line: source, level, url: address.url }
    await appendAudit(tx, addressEntry(clock, 'address remove', { titleId, before, after: null }))
    return true
  })
  // Also where the episode goes on playing: what plays from this address must stop.
  if (isRemoved && episode) episodes.announceChanged([episode.titleId])
  return isRemoved
}
