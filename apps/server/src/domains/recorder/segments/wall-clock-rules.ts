/** A finished segment. `arrivedMs` is the time at which its file was complete. */
export interface FinishedSegment {
  readonly num: number
  readonly durationMs: number
  readonly arrivedMs: number
  readonly bytes: number
}

export interface DatedSegment {
  readonly num: number
  readonly durationMs: number
  readonly bytes: number
  /** Start, Unix milliseconds. */
  readonly wallMs: number
  /** Its start is not the end of the segment before it. */
  readonly resetsClock: boolean
}

/** The wall clock of a run. */
export interface WallClock {
  /** Start of the next segment; null before the first one. */
  readonly nextMs: number | null
  /** Earliest start of the next segment, so that recordings stay in order, unless the system clock was set back. */
  readonly floorMs: number
  /** Recent differences between arrival and computed time. */
  readonly offsets: readonly number[]
}

const maxOffsets = 30
/** Minimum number of offsets for a correction, because several segments arrive at once at the start. */
const minOffsets = 5
const maxDriftMs = 500
/** If a segment would begin this much before the end of the previous one, the system clock was set back. */
const clockSetBackMs = 5 * 60_000

/** The clock of a new run after a recording that ended at `endMs`. */
export const newClock = (endMs: number): WallClock => ({ nextMs: null, floorMs: endMs, offsets: [] })

/**
 * Assigns start times to segments from their arrival times, smoothed by a median, because the encoder's clock drifts and
 * single arrivals may be late. Segments that arrive together at the start are dated backwards from the least late one.
 */
export function dateSegments(
  clock: WallClock,
  finished: readonly FinishedSegment[],
): { dated: DatedSegment[]; clock: WallClock } {
  const dated: DatedSegment[] = []
  let { nextMs, floorMs, offsets } = clock
  for (const { num, durationMs, arrivedMs, bytes } of finished) {
    let resetsClock = nextMs === null
    nextMs ??= notBefore(floorMs, firstWallMs(finished))
    offsets = [...offsets, arrivedMs - durationMs - nextMs].slice(-maxOffsets)
    const drift = medianOf(offsets)
    if (offsets.length >= minOffsets && Math.abs(drift) > maxDriftMs) {
      resetsClock = true
      nextMs = notBefore(floorMs, nextMs + drift)
      offsets = []
    }
    dated.push({ num, durationMs, bytes, wallMs: nextMs, resetsClock })
    floorMs = nextMs + 1
    nextMs += durationMs
  }
  return { dated, clock: { nextMs, floorMs, offsets } }
}

const notBefore = (floorMs: number, wallMs: number): number =>
  floorMs - wallMs > clockSetBackMs ? wallMs : Math.max(floorMs, wallMs)

/** A segment cannot arrive before its end, so the earliest start that any arrival allows is the best estimate. */
function firstWallMs(finished: readonly FinishedSegment[]): number {
  let beforeMs = 0
  let earliest = Infinity
  for (const { durationMs, arrivedMs } of finished) {
    earliest = Math.min(earliest, arrivedMs - durationMs - beforeMs)
    beforeMs += durationMs
  }
  return Math.round(earliest)
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
