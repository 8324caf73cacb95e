import type { Events } from '../../../platform/events/events.ts'
import type { LineFault } from '@yunmu/contract'
import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { HealthStore } from './health-store.ts'
import { isWeak, lineState, reportTtlSec, withDeadDown, type HealthLine } from './line-rules.ts'
import { channelsChanged, linesChanged } from '../live-events.ts'
import type { LiveNeeds, RecordedStreams } from '../live-needs.ts'
import type { Schedules } from '../schedules/schedules.ts'

/** The states of lines. */
export interface LineHealth {
  linesOf(channel: LineupChannel, nowMs: number): Promise<HealthLine[]>
  isOnAir(channel: LineupChannel, nowMs: number): Promise<boolean>
  /** A viewer reports a fault of a line. */
  report(report: { streamId: number; network: string; fault: LineFault; nowMs: number }): Promise<void>
  deleteOldReports(nowMs: number): Promise<void>
}

interface HealthSnapshot {
  down: ReadonlySet<number>
  running: ReadonlySet<number>
  reports: ReadonlyMap<number, number>
}

/** Reports expire without an event, so the snapshot is refreshed at this interval. */
const maxAgeMs = 10_000
/** Probes are announced; this is for a lost event. */
const maxProbesAgeMs = 10 * 60_000

export function createLineHealth(
  store: HealthStore,
  {
    events,
    recorded,
    schedules,
    locks,
  }: {
    events: Events
    schedules: Schedules
    recorded: RecordedStreams
    locks: Pick<LiveNeeds['locks'], 'lockedLines'>
  },
): LineHealth {
  const read = async (nowMs: number): Promise<HealthSnapshot> => {
    const [down, running, reports] = await Promise.all([
      recorded.down(),
      recorded.running(),
      store.reports(Math.floor(nowMs / 1000) - reportTtlSec),
    ])
    return { down, running, reports }
  }
  const probes = createSharedRead(() => store.probes(), { maxAgeMs: maxProbesAgeMs })
  for (const event of [channelsChanged, linesChanged]) events.on(event, () => probes.invalidate())
  const snapshot = createSharedRead(read, { maxAgeMs })
  events.on(linesChanged, () => snapshot.invalidate())
  const isUp = (stream: LineupChannel['streams'][number], { down }: HealthSnapshot, nowMs: number): Promise<boolean> =>
    stream.kind === 'linear' ? schedules.isOnAir(stream.id, nowMs) : Promise.resolve(!down.has(stream.id))

  const linesOf: LineHealth['linesOf'] = async ({ id: channelId, streams, lockedFields }, nowMs) => {
    const [health, probed, lockedLines] = await Promise.all([
      snapshot.get(nowMs),
      probes.get(nowMs),
      locks.lockedLines(channelId),
    ])
    const lines = streams.map(async (stream): Promise<HealthLine> => {
      const { line: id, name, saving } = stream
      const reports = health.reports.get(stream.id) ?? 0
      const { state: probe, height: found } = probed.get(stream.id) ?? { state: null, height: 0 }
      const isRunning = health.running.has(stream.id)
      const dead = probe === 'dead' && !isRunning
      const state = lineState({ isUp: await isUp(stream, health, nowMs), reports, probe: isRunning ? null : probe })
      const quality = stream.quality || (found > 0 ? `${found}P` : '')
      // The operator's order counts, if there is one.
      const height = lockedFields.includes('lines') ? 0 : found
      return { id, name, quality, saving, locked: lockedLines.has(id), state, dead, height }
    })
    return withDeadDown(await Promise.all(lines))
  }

  return {
    linesOf,
    async isOnAir(channel, nowMs) {
      return (await linesOf(channel, nowMs)).some(({ state }) => state !== 'down')
    },
    async report({ nowMs, ...report }) {
      const nowSec = Math.floor(nowMs / 1000)
      const count = (): Promise<number> => store.reportsOf(report.streamId, nowSec - reportTtlSec)
      const before = await count()
      await store.report({ ...report, nowSec })
      if (isWeak(before) || !isWeak(await count())) return
      events.announce(linesChanged, { streamIds: [report.streamId] })
    },
    deleteOldReports: (nowMs) => store.deleteReports(Math.floor(nowMs / 1000) - reportTtlSec),
  }
}
