import { chinaDay } from '@yunmu/contract/china-time'
import { signScope } from '@yunmu/hls'
import type { Transaction } from 'kysely'
import { join } from 'node:path'
import { jobHandler, listener, type DomainModule } from '../../platform/domain-module.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import type { RemoteAddress } from '../../platform/subjects.ts'
import { createAddresses, type SavedAddresses, type WantedAddress } from './addresses.ts'
import { mountAddressReport } from './calls/address-report.ts'
import { daySec } from './checks/check-rules.ts'
import { createCheckStore } from './checks/check-store.ts'
import { checkHostJob, createChecks } from './checks/checks.ts'
import { createHostDecisions, settleHostJob } from './host-decisions.ts'
import { createHostStore } from './host-store.ts'
import { createHosts } from './hosts.ts'
import { createManager, type RemoteManager } from './manager.ts'
import { createAccessCache } from './relay/access.ts'
import { createPartFetcher } from './relay/fetch-part.ts'
import { createFetchSlots } from './relay/fetch-slots.ts'
import { createFilmFiles } from './relay/film-file.ts'
import { installRelay } from './relay/install-relay.ts'
import { createPartCache } from './relay/part-cache.ts'
import { createRelayedPlaylists } from './relay/playlists.ts'
import { createRelay } from './relay/relay.ts'
import { createSealer } from './relay/seal.ts'
import { relayScope, type RelayScope } from './relay-scopes.ts'
import { hostsChanged } from './remote-events.ts'
import { remoteExchange } from './remote-exchange.ts'
import type { RemoteNeeds } from './remote-needs.ts'
import type { RemoteParts } from './remote-parts.ts'
import { parseAddress, type PolicyOrigins } from './remote-rules.ts'
import type { RemoteTables } from './remote-tables.ts'
import { addressIds, insertRemoved, removeWhole } from './removed-address-store.ts'

/** What this domain offers to the application. */
export interface Remote {
  /**
   * Adds addresses of episodes, in the caller's transaction. Idempotent. Hosts that nobody knows are added for the operator
   * to decide about, and nothing plays from them until then. The caller announces the titles that changed.
   */
  saveAddresses(tx: Transaction<unknown>, addresses: readonly WantedAddress[], nowSec: number): Promise<SavedAddresses>
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
          relayed.clear()
        }),
      ],
      calls: (registry) => mountAddressReport(registry, { checks: checkStore }),
      undoable: decisions.undoable,
      exchange: remoteExchange({
        events,
        settleIn: addresses.settleIn,
        announceChanged: needs.episodes.announceChanged,
      }),
      jobs: [
        jobHandler(checkHostJob, ({ hostId }, { signal }) => checks.checkHost(hostId, signal)),
        jobHandler(settleHostJob, ({ hostId }) => manager.settleHost(hostId)),
      ],
      schedules: [
        { name: 'remote.check', everyMinutes: 10, run: checks.enqueue },
        {
          name: 'remote.removeOldReports',
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
  parts.episodes.onChanged(access.invalidate)
  const fetcher = createPartFetcher({ egress, hosts })
  const sealer = createSealer(secrets.mediaKey)
  const fetches = { fetcher, slots: createFetchSlots(), nowMs: clock.nowMs }
  const cache = createPartCache({
    ...fetches,
    folder: join(config.dataDir, 'relay'),
    maxMemoryBytes: (config.mediaCacheMb / 4) * mb,
    maxDiskBytes: config.relayCacheMb * mb,
    minFreeBytes: config.minFreeMb * mb,
  })
  const isRelayed = async (origin: string): Promise<boolean> => (await hosts.modeOfUrl(new URL(origin))) === 'relayed'
  const films = createFilmFiles({ ...fetches, parts: cache, isRelayed })
  const playlists = createRelayedPlaylists({
    ...fetches,
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
  const relay = createRelay({ ...parts, mediaKey, access, fetcher, parts: cache, films, playlists, sealer })
  return {
    relay,
    parts: cache,
    countBytes: metrics.mediaBytes,
    /** Hosts are allowed or refused: what is known of playlists, films and failures is not. */
    clear(): void {
      playlists.clear()
      films.clear()
      cache.clearFailures()
    },
  }
}

export { originText } from './remote-rules.ts'
export type { RemoteHost } from './host-store.ts'
export type { RemoteManager, RemoteNeeds }
