/** A finished segment: `arrivedMs` is when its file was complete, the arrival clock. */
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
  /** When it begins, Unix milliseconds. */
  readonly wallMs: number
  /** Its wall clock does not follow from the segment before it. */
  readonly resetsClock: boolean
}

/** Where the clock of a run stands. */
export interface WallClock {
  /** When the next segment begins; null before a run's first. */
  readonly nextMs: number | null
  /** No segment begins a little earlier: what was recorded before stays before, unless the machine's clock was set back. */
  readonly floorMs: number
  /** How far arrivals were off of late. */
  readonly offsets: readonly number[]
}

const maxOffsets = 30
/** A few arrivals say nothing: a join brings several segments at once. */
const minOffsets = 5
const maxDriftMs = 500
/** Nothing but a clock that was set makes a recording begin so long before the one before it ended. */
const clockSetBackMs = 5 * 60_000

/** The clock of a new run that follows one which ended at `endMs`. */
export const newClock = (endMs: number): WallClock => ({ nextMs: null, floorMs: endMs, offsets: [] })

/**
 * Dates segments by when they arrived, smoothed: the encoder's own clock drifts, and a single arrival may be late.
 * Segments that arrive together at the beginning are dated backwards from the one that is least late.
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

/** Nothing arrives before it happened: the earliest beginning that an arrival allows is the nearest to the truth. */
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
