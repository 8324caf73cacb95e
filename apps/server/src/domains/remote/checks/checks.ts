import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Egress } from '../../../platform/egress/egress.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import type { Addresses } from '../addresses.ts'
import type { RemoteParts } from '../remote-parts.ts'
import type { RemoteTables } from '../remote-tables.ts'
import { checkAddress } from './check-address.ts'
import { isDue, type CheckResult } from './check-rules.ts'
import { createCheckStore, type DueAddress } from './check-store.ts'
import { deadNotice } from './check-texts.ts'
import { chinaDay } from '@yunmu/contract/china-time'

export const checkHostJob = defineJob('remote.checkHost', z.object({ hostId: z.int() }))

/** Addresses of a host in one job; the rest follows with the next. */
const addressesPerJob = 40
/** Between two addresses of a host, which is not ours to burden. */
const pauseMs = 1000
/** So many hosts are checked at once: the other jobs need room, too. */
const queues = 2

export interface Checks {
  /** Enqueues the hosts that have something to check. */
  enqueue(): Promise<void>
  /** Checks what is due of one host, one address after another. */
  checkHost(hostId: number, signal: AbortSignal): Promise<void>
  /** Checks all addresses of episodes at once. */
  checkEpisodes(
    episodeIds: readonly number[],
    onChecked: (address: DueAddress, result: CheckResult) => void,
    signal: AbortSignal,
  ): Promise<void>
}

export function createChecks(
  parts: RemoteParts,
  addresses: Addresses,
  { egress, jobs }: { egress: Egress; jobs: Jobs },
): Checks {
  const { db, episodes, hosts, clock, probe } = parts
  const store = createCheckStore(db)

  const save = async (address: DueAddress, result: CheckResult): Promise<void> => {
    const now = nowSec(clock)
    const titles = await parts.inTransaction(async (tx) => {
      const changed = await createCheckStore(tx.withTables<RemoteTables>()).save(address.id, result, now)
      if (changed === 'hidden') await notifyOperators(address.hostId, tx)
      const { durationMs, state } = result
      const measured =
        state === 'ok' && durationMs > 0
          ? await episodes.saveDurationIn(tx, { episodeId: address.episodeId, durationMs })
          : []
      return changed === null ? measured : [...measured, ...(await addresses.settleIn(tx, [address.episodeId]))]
    })
    if (titles.length > 0) episodes.announceChanged([...new Set(titles)])
  }

  /** Once a day for each host: when a host ends, thousands of addresses do. */
  const notifyOperators = async (
    hostId: number,
    tx: Parameters<RemoteParts['notifyOperatorsIn']>[0],
  ): Promise<void> => {
    const host = (await hosts.list()).find(({ id }) => id === hostId)
    if (!host) return
    const origin = `remote:dead:${hostId}:${chinaDay(nowSec(clock))}`
    await parts.notifyOperatorsIn(tx, { origin, ...deadNotice(host.host) })
  }

  const check = async (address: DueAddress, signal: AbortSignal): Promise<CheckResult> => {
    const [episode] = await episodes.find({ episodeIds: [address.episodeId] })
    const wanted = { kind: address.kind, url: address.url, episodeMs: episode?.durationMs ?? 0 }
    const result = await checkAddress({ egress, hosts, probe }, wanted, signal)
    await save(address, result)
    return result
  }

  return {
    async enqueue() {
      for (const hostId of await store.hostsWithDue(nowSec(clock)))
        await jobs.enqueue(checkHostJob, { hostId }, { key: String(hostId), queue: `remote.check:${hostId % queues}` })
    },

    async checkHost(hostId, signal) {
      const mode = await hosts.modeOf(hostId)
      if (mode === 'undecided' || mode === 'refused') return
      for (const address of await store.oldest({ hostId }, addressesPerJob)) {
        if (!isDue(address, nowSec(clock))) continue
        await check(address, signal)
        await delay(pauseMs, undefined, { signal })
      }
    },

    async checkEpisodes(episodeIds, onChecked, signal) {
      for (const address of await store.oldest({ episodeIds }, Number.MAX_SAFE_INTEGER)) {
        const mode = await hosts.modeOf(address.hostId)
        if (mode !== 'undecided' && mode !== 'refused') onChecked(address, await check(address, signal))
      }
    },
  }
}
