import type { Kysely } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { linesChanged } from '../live-events.ts'
import type { LiveNeeds } from '../live-needs.ts'
import type { LiveTables } from '../live-tables.ts'
import { isOwnFault, maxHostFails, type ProbeResult } from './probe-rules.ts'
import { probeSource } from './probe-source.ts'
import { dueSources, removeUnusedProbes, saveProbe, sourcesOfChannel, type DueSource } from './probe-store.ts'

export interface Probes {
  /** Probes addresses whose time has come: a bounded number, one after the other of each host. */
  probeDue(context: { signal: AbortSignal }): Promise<void>
  /** Probes all addresses of a channel now. Returns how many were probed. */
  probeChannel(channelId: number, signal: AbortSignal): Promise<number>
  removeUnused(): Promise<void>
}

/** Addresses of a run, of a host within it, and hosts at once. */
const maxAddresses = 240
const maxOfHost = 20
const maxHosts = 4
/** Between two addresses of a host. */
const pauseMs = 1000

interface Probed extends DueSource {
  host: string
  result: ProbeResult
}

const hostOf = ({ address }: DueSource): string => (URL.canParse(address) ? new URL(address).host : '')

/** Probes the addresses that lines are recorded from, whether or not somebody watches. */
export function createProbes(
  { clock, events, egress, ...platform }: Pick<Platform, 'db' | 'clock' | 'events' | 'egress'>,
  { measure, recorded }: Pick<LiveNeeds, 'measure' | 'recorded'>,
): Probes {
  const db: Kysely<LiveTables> = platform.db.withTables<LiveTables>()

  const probeAll = async (due: readonly DueSource[], signal: AbortSignal): Promise<number> => {
    const hosts = [...Map.groupBy(due, hostOf).values()]
    const probed: Probed[] = []
    const probeHost = async (sources: readonly DueSource[]): Promise<void> => {
      let fails = 0
      for (const [at, source] of sources.entries()) {
        if (fails >= maxHostFails) return
        if (at > 0) await delay(pauseMs, undefined, { signal })
        const result = await probeSource({ egress, measure }, source, signal)
        fails = result.state === 'dead' ? fails + 1 : 0
        probed.push({ ...source, host: hostOf(source), result })
      }
    }
    const work = async (): Promise<void> => {
      for (let next = hosts.shift(); next; next = hosts.shift()) await probeHost(next)
    }
    await Promise.all(Array.from({ length: maxHosts }, work))
    if (isOwnFault(probed.map(({ host, result: { reason } }) => ({ host, reason })))) return 0
    let isDifferent = false
    for (const { address, result } of probed)
      isDifferent = (await saveProbe(db, address, result, nowSec(clock))) || isDifferent
    if (isDifferent) events.announce(linesChanged, { streamIds: [] })
    return probed.length
  }

  return {
    async probeDue({ signal }) {
      const running = [...(await recorded.running())]
      const due = await dueSources(db, { nowSec: nowSec(clock), running, maxOfHost, limit: maxAddresses })
      await probeAll(due, signal)
    },
    probeChannel: async (channelId, signal) => probeAll(await sourcesOfChannel(db, channelId), signal),
    removeUnused: () => removeUnusedProbes(db),
  }
}
