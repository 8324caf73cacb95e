import type { Kysely, Transaction } from 'kysely'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { TransactionalEvents } from '../../platform/events/outbox.ts'
import { createHostStore, type RemoteHost } from './host-store.ts'
import { hostsChanged } from './remote-events.ts'
import { originKey, originOf, policyOf, type PolicyOrigins } from './remote-rules.ts'
import type { HostMode, RemoteTables } from './remote-tables.ts'

/** All hosts, as every play request and every page needs them: answered from memory. */
export interface Hosts {
  modeOf(hostId: number): Promise<HostMode>
  /** The mode of the host of an address in normal form; `undecided` for one that no address has. */
  modeOfUrl(url: URL): Promise<HostMode>
  /** The same for many addresses. */
  modes(): Promise<(url: URL) => HostMode>
  policy(): Promise<PolicyOrigins>
  /** The hosts that the operator names: a name, a name with a port, or an origin. */
  named(text: string): Promise<RemoteHost[]>
  list(): Promise<(RemoteHost & { addresses: number })[]>
  /** Allows or refuses hosts. All processes hear of it with the commit, and this one by what is returned. */
  setModeIn(tx: Transaction<unknown>, hostIds: readonly number[], mode: HostMode): Promise<() => void>
  invalidate(): void
}

interface Snapshot {
  byId: ReadonlyMap<number, RemoteHost>
  byOrigin: ReadonlyMap<string, RemoteHost>
  policy: PolicyOrigins
}

export function createHosts({ db, events }: { db: Kysely<RemoteTables>; events: TransactionalEvents }): Hosts {
  const store = createHostStore(db)
  const snapshot = createSharedRead(async (): Promise<Snapshot> => {
    const hosts = await store.all()
    return {
      byId: new Map(hosts.map((host) => [host.id, host])),
      byOrigin: new Map(hosts.map((host) => [originKey(host), host])),
      policy: policyOf(hosts),
    }
  })
  let lastPolicy: PolicyOrigins = { media: [], frames: [] }
  const read = (): Promise<Snapshot> => snapshot.get(0)
  const modes = async (): Promise<(url: URL) => HostMode> => {
    const { byOrigin } = await read()
    return (url) => {
      const origin = originOf(url)
      return (origin && byOrigin.get(originKey(origin))?.mode) ?? 'undecided'
    }
  }
  return {
    modeOf: async (hostId) => (await read()).byId.get(hostId)?.mode ?? 'undecided',
    modeOfUrl: async (url) => (await modes())(url),
    modes,
    async policy() {
      try {
        lastPolicy = (await read()).policy
      } catch {
        // Cached pages are served while the database is unavailable, with the last known hosts.
      }
      return lastPolicy
    },
    async named(text) {
      const origin = URL.canParse(text) ? originOf(new URL(text)) : null
      const asHost = URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null
      const hosts = await store.all()
      if (origin) return hosts.filter((host) => originKey(host) === originKey(origin))
      if (asHost === null) return []
      const hasPort = /:\d+$/.test(text)
      const port = Number(asHost.port || 80)
      return hosts.filter(({ host, ...known }) => host === asHost.hostname && (!hasPort || known.port === port))
    },
    async list() {
      const counts = await store.counts()
      return (await store.all()).map((host) => ({ ...host, addresses: counts.get(host.id) ?? 0 }))
    },
    async setModeIn(tx, hostIds, mode) {
      await createHostStore(tx.withTables<RemoteTables>()).setMode(hostIds, mode)
      await events.announceIn(tx, hostsChanged, {})
      return () => events.announce(hostsChanged, {})
    },
    invalidate: () => snapshot.invalidate(),
  }
}
