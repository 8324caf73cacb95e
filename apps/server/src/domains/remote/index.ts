import { signScope } from '@yunmu/hls'
import type { Kysely, Transaction } from 'kysely'
import { jobHandler, listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RemoteAddress } from '../../platform/subjects.ts'
import { createAddresses, type Addresses, type SavedAddresses, type WantedAddress } from './addresses.ts'
import { createHosts, type Hosts } from './hosts.ts'
import { chinaDay } from '@yunmu/contract/china-time'
import { mountAddressReport } from './calls/address-report.ts'
import { daySec } from './checks/check-rules.ts'
import { createCheckStore } from './checks/check-store.ts'
import { checkHostJob, createChecks } from './checks/checks.ts'
import { createAccessCache } from './relay/access.ts'
import { createPartFetcher } from './relay/fetch-part.ts'
import { installRelay } from './relay/install-relay.ts'
import { createKeptParts } from './relay/kept-parts.ts'
import { createRelayedPlaylists } from './relay/playlists.ts'
import { createRelay } from './relay/relay.ts'
import { createSealer } from './relay/seal.ts'
import { addressIds, insertRemoved, removeWhole } from './removed-address-store.ts'
import { createHostDecisions, settleHostJob } from './host-decisions.ts'
import { createHostStore } from './host-store.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { join } from 'node:path'
import { createManager, type RemoteManager } from './manager.ts'
import { relayScope, type RelayScope } from './relay-scopes.ts'
import { hostsChanged } from './remote-events.ts'
import type { RemoteNeeds } from './remote-needs.ts'
import { parseAddress, type PolicyOrigins } from './remote-rules.ts'
import type { RemoteTables } from './remote-tables.ts'

/** What this domain offers to the application. */
export interface Remote {
  /**
   * Adds addresses of episodes, in the caller's transaction. Idempotent. Hosts that nobody knows are added for the operator
   * to decide about, and nothing plays from them until then. The caller announces the titles that changed.
   */
  saveAddresses(tx: Transaction<unknown>, addresses: readonly WantedAddress[], nowSec: number): Promise<SavedAddresses>
  /** The lines of titles that play from elsewhere, by title, in page order, with the addresses that players get. */
  linesOf: Addresses['linesOf']
  /** Where an episode plays from, the best address first. */
  addressesOf(episodeId: number): Promise<readonly RemoteAddress[]>
  /** The address that a player opens: of a relayed one the station's own, signed until `expiresSec`. */
  urlOf(address: RemoteAddress, access: Omit<RelayScope, 'addressId'> & { expiresSec: number }): string
  /** The origins that pages of the station may use. Answered from memory. */
  policy(): Promise<PolicyOrigins>
  /** The ids of all addresses of episodes. */
  addressIdsOf(episodeIds: readonly number[]): Promise<number[]>
  /** Addresses that are removed by changes which can be undone. */
  removal: AddressRemoval
  /** The operator's commands. */
  manager: RemoteManager
  readonly module: DomainModule
}

/** Removes addresses and restores them, and stores which of their episodes can be watched then. */
export interface AddressRemoval {
  idsIn(tx: Transaction<unknown>, episodeIds: readonly number[]): Promise<number[]>
  /** Removes addresses. Returns them as JSON, from which `restoreIn` restores them. */
  removeIn(tx: Transaction<unknown>, ids: readonly number[]): Promise<unknown[]>
  /** Restores removed addresses whose episodes exist. */
  restoreIn(tx: Transaction<unknown>, addresses: readonly unknown[]): Promise<void>
}

type RemotePlatform = Pick<Platform, 'db' | 'events' | 'clock' | 'log' | 'jobs' | 'egress' | 'secrets' | 'metrics'> & {
  config: Pick<Platform['config'], 'dataDir' | 'mediaCacheMb' | 'minFreeMb'> & { relayCacheMb: number }
}

/** Dependencies of this domain's parts. */
export interface RemoteParts extends RemoteNeeds, Pick<RemotePlatform, 'events' | 'clock' | 'log'> {
  db: Kysely<RemoteTables>
  /** Runs work in a transaction of any domain's tables. */
  inTransaction<Result>(work: (tx: Transaction<unknown>) => Promise<Result>): Promise<Result>
  hosts: Hosts
}

/** Films that lie elsewhere: hosts that the operator allows, and the addresses of episodes. */
export function createRemote(platform: RemotePlatform, needs: RemoteNeeds): Remote {
  const { events, clock, log, secrets } = platform
  const db = platform.db.withTables<RemoteTables>()
  const hosts = createHosts({ db, events })
  const parts: RemoteParts = {
    ...needs,
    events,
    clock,
    log,
    db,
    hosts,
    inTransaction: (work) => platform.db.transaction().execute(work),
  }
  const addresses = createAddresses(parts)
  const relayed = createRelayed(platform, parts)
  const checks = createChecks(parts, addresses, platform)
  const checkStore = createCheckStore(db)
  const decisions = createHostDecisions({ hosts, clock, jobs: platform.jobs })
  const manager = createManager(parts, { addresses, checks, decisions })
  return {
    saveAddresses: addresses.save,
    linesOf: addresses.linesOf,
    addressesOf: addresses.playable,
    urlOf({ id, kind, mode, url }, { expiresSec, ...access }) {
      if (mode !== 'relayed') return url
      const scope = relayScope({ addressId: id, ...access })
      const folder = signScope({ root: 'relay', secret: secrets.mediaKey, scope, expiresSec })
      return `${folder}/${kind === 'hls' ? 'index.m3u8' : 'film.mp4'}`
    },
    policy: hosts.policy,
    addressIdsOf: (episodeIds) => addressIds(platform.db, episodeIds),
    removal: {
      idsIn: addressIds,
      async removeIn(tx, ids) {
        const { rows, episodeIds } = await removeWhole(tx, ids)
        await addresses.settleIn(tx, episodeIds)
        return rows
      },
      async restoreIn(tx, removed) {
        await addresses.settleIn(tx, await insertRemoved(tx, removed))
      },
    },
    manager,
    module: {
      name: 'remote',
      listeners: [
        listener(hostsChanged, () => {
          hosts.invalidate()
          relayed.playlists.clear()
        }),
      ],
      calls: (registry) => mountAddressReport(registry, { checks: checkStore }),
      undoable: decisions.undoable,
      jobs: [
        jobHandler(checkHostJob, ({ hostId }, { signal }) => checks.checkHost(hostId, signal)),
        jobHandler(settleHostJob, ({ hostId }) => manager.settleHost(hostId)),
      ],
      schedules: [
        { name: 'remote.check', everyMinutes: 10, run: checks.enqueue },
        {
          name: 'remote.forgetReports',
          everyMinutes: 24 * 60,
          run: () => checkStore.removeReportsBefore(chinaDay(nowSec(clock) - 7 * daySec)),
        },
      ],
      routes: (app, { limits }) =>
        installRelay(app, { ...relayed, clock, limits, allowedOrigins: needs.allowedOrigins }),
      timers: [{ name: 'remote.sweepRelay', everyMs: 60_000, withJobs: true, run: relayed.parts.sweep }],
    },
  }
}

const mb = 1024 * 1024

/** Films of hosts that browsers cannot ask by themselves. */
function createRelayed({ config, egress, secrets, metrics, clock, log }: RemotePlatform, parts: RemoteParts) {
  const { hosts, db } = parts
  const access = createAccessCache(parts)
  parts.episodes.onChanged(access.forget)
  const fetcher = createPartFetcher({ egress, hosts })
  const sealer = createSealer(secrets.mediaKey)
  const kept = createKeptParts({
    folder: join(config.dataDir, 'relay'),
    maxMemoryBytes: (config.mediaCacheMb / 4) * mb,
    maxDiskBytes: config.relayCacheMb * mb,
    minFreeBytes: config.minFreeMb * mb,
  })
  const playlists = createRelayedPlaylists({
    fetcher,
    hosts,
    sealer,
    onUnknownHosts(urls) {
      const origins = urls.map((url) => parseAddress(url)).filter((origin) => origin !== null)
      createHostStore(db)
        .idsOf(origins, nowSec(clock))
        .catch((err: unknown) => log.warn({ err }, 'hosts of a playlist could not be stored'))
    },
  })
  const { mediaKey } = secrets
  const relay = createRelay({ ...parts, mediaKey, access, fetcher, parts: kept, playlists, sealer })
  return { relay, playlists, parts: kept, countBytes: metrics.mediaBytes }
}

export { kindOf as kindOfAddress } from './remote-rules.ts'
export type { RemoteHost } from './host-store.ts'
export type { RemoteManager, RemoteNeeds }
