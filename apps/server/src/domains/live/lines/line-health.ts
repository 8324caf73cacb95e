import type { Events } from '../../../platform/events/events.ts'
import type { Line, LineFault } from '@yunmu/contract'
import { createSharedRead } from '../../../platform/caching/shared-read.ts'
import type { LineupChannel } from '../channel-lineup.ts'
import type { HealthStore } from './health-store.ts'
import { isWeak, lineState, reportTtlSec } from './line-rules.ts'
import { linesChanged } from '../live-events.ts'
import type { LiveNeeds, RecordedStreams } from '../live-needs.ts'
import type { Schedules } from '../schedules/schedules.ts'

/** The states of lines. */
export interface LineHealth {
  linesOf(channel: LineupChannel, nowMs: number): Promise<Line[]>
  isOnAir(channel: LineupChannel, nowMs: number): Promise<boolean>
  /** A viewer reports a fault of a line. */
  report(report: { streamId: number; network: string; fault: LineFault; nowMs: number }): Promise<void>
  deleteOldReports(nowMs: number): Promise<void>
}

interface HealthSnapshot {
  down: ReadonlySet<number>
  reports: ReadonlyMap<number, number>
}

/** Reports expire without an event, so the snapshot is refreshed at this interval. */
const maxAgeMs = 10_000

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
    const [down, reports] = await Promise.all([recorded.down(), store.reports(Math.floor(nowMs / 1000) - reportTtlSec)])
    return { down, reports }
  }
  const snapshot = createSharedRead(read, { maxAgeMs })
  events.on(linesChanged, () => snapshot.invalidate())
  const isUp = (stream: LineupChannel['streams'][number], { down }: HealthSnapshot, nowMs: number): Promise<boolean> =>
    stream.kind === 'linear' ? schedules.isOnAir(stream.id, nowMs) : Promise.resolve(!down.has(stream.id))

  const linesOf = async ({ id: channelId, streams }: LineupChannel, nowMs: number): Promise<Line[]> => {
    const [health, lockedLines] = await Promise.all([snapshot.get(nowMs), locks.lockedLines(channelId)])
    return Promise.all(
      streams.map(async (stream) => {
        const { line: id, name, quality, saving } = stream
        const reports = health.reports.get(stream.id) ?? 0
        const state = lineState({ isUp: await isUp(stream, health, nowMs), reports })
        return { id, name, quality, saving, locked: lockedLines.has(id), state }
      }),
    )
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
