/** A stretch of a stream whose wall clock is known: one recording, without a gap. */
export interface ClockRun {
  /** In the media's own time. */
  startSec: number
  endSec: number
  /** Wall clock of the start, Unix milliseconds. */
  wallMs: number
}

/** What a playlist says about the time of day (`EXT-X-PROGRAM-DATE-TIME`, RFC 8216 §4.3.2.6). */
export interface StreamClock {
  runs: readonly ClockRun[]
  /** Whether more will come. */
  isGrowing: boolean
  /** Seconds that playing at the edge stays behind what the playlist has. */
  latencySec: number
  /** When this was learned, milliseconds of this device's clock. */
  atMs: number
}

/** What matters of a segment. */
export interface TimedSegment {
  startSec: number
  durationSec: number
  wallMs: number | null
}

/** Neighbours that differ by less belong together. */
const slackMs = 300

/** Segments in order as runs. Those without a time of day are left out. */
export function runsOf(segments: readonly TimedSegment[]): ClockRun[] {
  const runs: ClockRun[] = []
  for (const { startSec, durationSec, wallMs } of segments) {
    if (wallMs === null) continue
    const last = runs.at(-1)
    const endSec = startSec + durationSec
    const expectedMs = last && last.wallMs + (startSec - last.startSec) * 1000
    if (last && expectedMs !== undefined && Math.abs(expectedMs - wallMs) < slackMs) last.endSec = endSec
    else runs.push({ startSec, endSec, wallMs })
  }
  return runs
}

/** The wall clock of a moment of the media, Unix milliseconds; outside of what is known as if it went on evenly. */
export function wallAt(runs: readonly ClockRun[], sec: number): number | null {
  const run = runs.findLast(({ startSec }) => startSec <= sec) ?? runs[0]
  return run ? run.wallMs + (sec - run.startSec) * 1000 : null
}

/** When a run ends, Unix milliseconds. */
const endOf = ({ startSec, endSec, wallMs }: ClockRun): number => wallMs + (endSec - startSec) * 1000

/** Where the playlist ends, Unix milliseconds. */
export function lastWallMs(runs: readonly ClockRun[]): number | null {
  const last = runs.at(-1)
  return last ? endOf(last) : null
}

/** The moment of the media at a wall clock: in a gap what comes after it. Null for what the playlist does not hold. */
export function secAt(runs: readonly ClockRun[], wallMs: number): number | null {
  const [first] = runs
  if (!first || wallMs < first.wallMs - slackMs) return null
  const run = runs.find((one) => wallMs < endOf(one))
  return run ? run.startSec + Math.max(0, wallMs - run.wallMs) / 1000 : null
}
