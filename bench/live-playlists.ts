import { fromMoment, renderLivePlaylist, type LiveRow } from '@yunmu/hls'
import type { FilmTracks } from '../apps/server/src/domains/live/live-needs.ts'
import type { ScheduleItem } from '../apps/server/src/domains/live/schedules/schedule-rules.ts'
import type { ScheduleStore } from '../apps/server/src/domains/live/schedules/schedule-store.ts'
import { createSchedules } from '../apps/server/src/domains/live/schedules/schedules.ts'
import { createEvents } from '../apps/server/src/platform/events/events.ts'
import { localBus } from '../apps/server/src/testing/local-bus.ts'
import { median, percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * Cost of playlists of live television: a time-shift over four hours of two-second segments with a change of runs every
 * twenty minutes, and the live window of a linear channel with a week of 2,000 items, planned and rendered as in the
 * station. The baseline of each, in the same run, only joins the same lines.
 */
const rounds = 300
const random = seededRandom(5)
const nowMs = Date.UTC(2026, 10, 21, 12)

const rows = recorded(4 * 3600)
const shift = (): string => renderLivePlaylist({ targetDurationSec: 2, ...fromMoment(rows, nowMs), kind: 'event' })
const shifted = await measure(shift, () => plainLines(rows))
report('live-playlists', {
  playlist: 'time-shift over 4 h',
  segments: rows.length,
  kb: round(shift().length / 1024),
  ...shifted,
  promised: '≤ 5 ms',
})

const films = Array.from({ length: 300 }, film)
const schedules = createSchedules(inMemory(), {
  events: createEvents(localBus, (err) => {
    throw err
  }),
  films: { tracks: async (assetId) => films[assetId] ?? null, file: async () => null, changed: [] },
})
const showings = weekOf(2000)
const beforeMs = performance.now()
const items = await schedules.plan({ id: 1 }, nowMs, showings)
const plannedMs = performance.now() - beforeMs
const weekMs = 7 * 86_400_000
const window = (atMs: number): Promise<readonly LiveRow[]> => schedules.latest(1, 'video', { nowMs: atMs, seconds: 30 })
const moments = Array.from({ length: rounds }, () => nowMs + 60_000 + Math.round(random() * (weekMs - 120_000)))
const windows = await Promise.all(moments.map(window))
const linear = await measure(
  async (at) => renderLivePlaylist({ targetDurationSec: 4, rows: await window(moments[at] ?? nowMs), kind: 'live' }),
  (at) => plainLines(windows[at] ?? []),
)
report('live-playlists', {
  playlist: 'linear channel',
  items: items.filter((item) => item !== null).length,
  segments: windows[0]?.length ?? 0,
  ...linear,
  plannedMs: round(plannedMs),
  promised: '≤ 1 ms',
})

/** Milliseconds of ours and of the baseline, interleaved so that both get the same machine conditions. */
async function measure(ours: (round: number) => Promise<string> | string, baseline: (round: number) => string) {
  const taken: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] }
  let characters = 0
  const timed = async (into: number[], render: typeof ours, at: number): Promise<void> => {
    const startedMs = performance.now()
    characters += (await render(at)).length
    into.push(performance.now() - startedMs)
  }
  for (let at = 0; at < rounds; at++) {
    await timed(taken.baseline, baseline, at)
    await timed(taken.ours, ours, at)
  }
  if (characters === 0) throw new Error('nothing was rendered')
  const [medianMs, baselineMs] = [median(taken.ours), median(taken.baseline)]
  return {
    medianMs: round(medianMs, 4),
    leastMs: round(Math.min(...taken.ours), 4),
    p95Ms: round(percentile(taken.ours, 0.95), 4),
    baselineMs: round(baselineMs, 4),
    leastBaselineMs: round(Math.min(...taken.baseline), 4),
    ratio: round(medianMs / baselineMs),
  }
}

function plainLines(list: readonly LiveRow[]): string {
  const lines = ['#EXTM3U']
  for (const { durationSec, uri } of list) lines.push(`#EXTINF:${durationSec.toFixed(6)},`, uri)
  return lines.join('\n')
}

/** Rows as from a recorder, with slightly different durations. */
function recorded(seconds: number): LiveRow[] {
  const list: LiveRow[] = []
  let wallMs = nowMs
  for (let at = 0; at < seconds / 2; at++) {
    const run = Math.floor(at / 600)
    const runKey = String(1000 + run)
    const durationSec = 2 + Math.round(random() * 80 - 40) / 1000
    const uri = `${runKey}/${String((at % 600) + 1).padStart(6, '0')}.m4s`
    list.push({ seq: 1e6 + at, disc: run, runKey, uri, initUri: `${runKey}/init.mp4`, durationSec, wallMs })
    wallMs += Math.round(durationSec * 1000)
  }
  return list
}

/** A film of 2 to 9 minutes. */
function film(): FilmTracks {
  const segments = Array.from({ length: 30 + Math.floor(random() * 105) }, (_, at) => ({
    durationMs: 3900 + Math.round(random() * 200),
    file: `${String(at).padStart(5, '0')}.m4s`,
    init: 'init.mp4',
    restarts: false,
  }))
  const track = { codecs: '', bandwidth: 0, averageBandwidth: 0, width: 0, height: 0, frameRate: 0, segments }
  const video = { ...track, name: '720p' }
  return { version: 1, video, small: video, audio: { ...track, name: 'a128' } }
}

/** Random films, each about as long as its share of the week. */
function weekOf(count: number): { assetId: number; startMs: number; endMs: number }[] {
  const eachMs = Math.floor((7 * 86_400_000) / count)
  return Array.from({ length: count }, (_, at) => ({
    assetId: Math.floor(random() * films.length),
    startMs: nowMs + at * eachMs,
    endMs: nowMs + (at + 1) * eachMs,
  }))
}

/** A schedule store without a database. */
function inMemory(): ScheduleStore {
  let kept: readonly ScheduleItem[] = []
  return {
    items: async () => [...kept],
    async replaceFrom(_, fromMs, { items: following }) {
      kept = [...kept.filter(({ startMs }) => startMs < fromMs), ...following]
    },
    deleteBefore: async () => false,
  }
}
