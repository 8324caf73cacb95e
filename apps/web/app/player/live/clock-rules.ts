/** A part of a stream with a continuous wall clock. */
export interface ClockRun {
  /** Media time. */
  startSec: number
  endSec: number
  /** Wall clock at the start, Unix milliseconds. */
  wallMs: number
}

/** Wall clock of a playlist (`EXT-X-PROGRAM-DATE-TIME`, RFC 8216 §4.3.2.6). */
export interface StreamClock {
  runs: readonly ClockRun[]
  /** Whether the playlist is still growing. */
  isGrowing: boolean
  /** Distance of live playback from the end of the playlist, seconds. */
  latencySec: number
  /** When the playlist was read, milliseconds of the device's clock. */
  atMs: number
}

/** The relevant fields of a segment. */
export interface TimedSegment {
  startSec: number
  durationSec: number
  wallMs: number | null
}

/** Smaller differences between adjacent segments are ignored. */
const toleranceMs = 300

/** Merges segments into runs. Segments without wall clock are skipped. */
export function runsOf(segments: readonly TimedSegment[]): ClockRun[] {
  const runs: ClockRun[] = []
  for (const { startSec, durationSec, wallMs } of segments) {
    if (wallMs === null) continue
    const last = runs.at(-1)
    const endSec = startSec + durationSec
    const expectedMs = last && last.wallMs + (startSec - last.startSec) * 1000
    if (last && expectedMs !== undefined && Math.abs(expectedMs - wallMs) < toleranceMs) last.endSec = endSec
    else runs.push({ startSec, endSec, wallMs })
  }
  return runs
}

/** Wall clock at a media time, Unix milliseconds; extrapolated outside the runs. */
export function wallAt(runs: readonly ClockRun[], sec: number): number | null {
  const run = runs.findLast(({ startSec }) => startSec <= sec) ?? runs[0]
  return run ? run.wallMs + (sec - run.startSec) * 1000 : null
}

/** Media time at a wall clock that a run contains; null in gaps and outside. */
export function mediaSecAt(runs: readonly ClockRun[], wallMs: number): number | null {
  const run = runs.find((one) => one.wallMs <= wallMs && wallMs < endOf(one))
  return run ? run.startSec + (wallMs - run.wallMs) / 1000 : null
}

/** End of a run, Unix milliseconds. */
const endOf = ({ startSec, endSec, wallMs }: ClockRun): number => wallMs + (endSec - startSec) * 1000

/** End of the playlist, Unix milliseconds. */
export function lastWallMs(runs: readonly ClockRun[]): number | null {
  const last = runs.at(-1)
  return last ? endOf(last) : null
}

/** Media time at a wall clock; in a gap the start of the next run. Null outside the playlist. */
export function secAt(runs: readonly ClockRun[], wallMs: number): number | null {
  const [first] = runs
  if (!first || wallMs < first.wallMs - toleranceMs) return null
  const run = runs.find((one) => wallMs < endOf(one))
  return run ? run.startSec + Math.max(0, wallMs - run.wallMs) / 1000 : null
}
