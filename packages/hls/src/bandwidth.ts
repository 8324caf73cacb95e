import { targetDurationOf } from './media-playlist.ts'

export interface MeasuredSegment {
  readonly bytes: number
  readonly durationSec: number
}

/** Bits per second. */
export interface Bandwidth {
  readonly peak: number
  readonly average: number
}

/** Keeps the work linear for a list of segments without duration. */
const LONGEST_RUN = 1000

/** The highest rate of the runs that begin with segment `first` and last 0.5 to 1.5 target durations, else zero. */
function peakFrom(segments: readonly MeasuredSegment[], first: number, targetDurationSec: number): number {
  let peak = 0
  let bytes = 0
  let durationSec = 0
  const end = Math.min(segments.length, first + LONGEST_RUN)
  for (let index = first; index < end; index++) {
    bytes += segments[index]?.bytes ?? 0
    durationSec += segments[index]?.durationSec ?? 0
    if (durationSec > targetDurationSec * 1.5) break
    if (durationSec >= targetDurationSec * 0.5) peak = Math.max(peak, (bytes * 8) / durationSec)
  }
  return peak
}

/**
 * The peak and the average segment bit rate that BANDWIDTH and AVERAGE-BANDWIDTH ask for (RFC 8216 section 4.3.4.2):
 * the peak is the highest rate of any run of neighbouring segments that lasts between 0.5 and 1.5 target durations.
 * Whole bits per second, rounded up; the peak is never below the average; no segments or no duration give zero.
 */
export function measureBandwidth(
  segments: readonly MeasuredSegment[],
  targetDurationSec: number = targetDurationOf(segments),
): Bandwidth {
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0)
  const durationSec = segments.reduce((sum, segment) => sum + segment.durationSec, 0)
  if (durationSec <= 0) return { peak: 0, average: 0 }
  const average = (bytes * 8) / durationSec
  const peak = segments.reduce(
    (highest, _, first) => Math.max(highest, peakFrom(segments, first, targetDurationSec)),
    average,
  )
  return { peak: Math.ceil(peak), average: Math.ceil(average) }
}
