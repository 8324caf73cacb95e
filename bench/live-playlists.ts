import {
  compileSchedule,
  fromMoment,
  latestLinearRows,
  planSchedule,
  renderLivePlaylist,
  type LinearAsset,
  type LiveRow,
} from '@yunmu/hls'
import { median, percentile, report, round } from './lib/report.ts'
import { seededRandom } from './lib/seeded-random.ts'

/**
 * What the playlists of live television cost: a time-shift over four hours of two-second segments with a change of runs
 * every twenty minutes, and the live window of a linear channel with a week of 2,000 items. Beside each, in the same
 * run, the least that could be done: its lines put together without looking at them.
 */
const rounds = 300
const random = seededRandom(5)
const nowMs = Date.UTC(2026, 10, 21, 12)

const rows = recorded(4 * 3600)
const shift = (): string => renderLivePlaylist({ targetDurationSec: 2, ...fromMoment(rows, nowMs), kind: 'event' })
const shifted = measure(shift, () => plainLines(rows))
report('live-playlists', {
  ...{ playlist: 'time-shift over 4 h', segments: rows.length, kb: round(shift().length / 1024), ...shifted },
  promised: '≤ 5 ms',
})

const assets = Array.from({ length: 300 }, (_, index) => film(index))
const showings = weekOf(2000)
const slate: LinearAsset = { initUri: 'v/0/init.mp4', durationsMs: [4000, 4000], segmentUri: (at) => `v/0/${at}.m4s` }
const beforeMs = performance.now()
const items = planSchedule({ showings, slate, targetDurationSec: 4 })
const plannedMs = performance.now() - beforeMs
const schedule = compileSchedule(items, slate)
const compiledMs = performance.now() - beforeMs - plannedMs
const weekMs = (showings.at(-1)?.startMs ?? 0) - nowMs
const window = (atMs: number): readonly LiveRow[] => latestLinearRows(schedule, atMs, 30)
const moments = Array.from({ length: rounds }, () => nowMs + 60_000 + Math.round(random() * (weekMs - 60_000)))
const windows = moments.map(window)
const linear = measure(
  (at) => renderLivePlaylist({ targetDurationSec: 4, rows: window(moments[at] ?? nowMs), kind: 'live' }),
  (at) => plainLines(windows[at] ?? []),
)
report('live-playlists', {
  ...{ playlist: 'linear channel', items: items.length, segments: windows[0]?.length ?? 0, ...linear },
  ...{ plannedMs: round(plannedMs), compiledMs: round(compiledMs), promised: '≤ 1 ms' },
})

/** Milliseconds of ours and of the baseline, measured in turn so that both meet the same machine. */
function measure(ours: (round: number) => string, baseline: (round: number) => string) {
  const taken: Record<'ours' | 'baseline', number[]> = { ours: [], baseline: [] }
  let characters = 0
  const timed = (into: number[], render: (round: number) => string, at: number): void => {
    const startedMs = performance.now()
    characters += render(at).length
    into.push(performance.now() - startedMs)
  }
  for (let at = 0; at < rounds; at++) {
    timed(taken.baseline, baseline, at)
    timed(taken.ours, ours, at)
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

/** As a recorder has them: no two durations quite alike. */
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
function film(index: number): LinearAsset {
  const segments = 30 + Math.floor(random() * 105)
  return {
    initUri: `v/${index + 1}/720p/init.mp4`,
    durationsMs: Array.from({ length: segments }, () => 3900 + Math.round(random() * 200)),
    segmentUri: (at) => `v/${index + 1}/720p/${String(at).padStart(5, '0')}.m4s`,
  }
}

function weekOf(count: number): { startMs: number; asset: LinearAsset }[] {
  const eachMs = Math.floor((7 * 86_400_000) / count)
  return Array.from({ length: count }, (_, at) => {
    const asset = assets[Math.floor(random() * assets.length)]
    if (asset === undefined) throw new Error('no film')
    return { startMs: nowMs + at * eachMs, asset }
  })
}
