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

/** Keeps the computation linear for segments without duration. */
const MAX_SEQUENCE = 1000

/**
 * The highest rate of the sequences that begin with segment `first` and last 0.5 to 1.5 target durations, else zero.
 */
function peakFrom(segments: readonly MeasuredSegment[], first: number, targetDurationSec: number): number {
  let peak = 0
  let bytes = 0
  let durationSec = 0
  const end = Math.min(segments.length, first + MAX_SEQUENCE)
  for (let index = first; index < end; index++) {
    bytes += segments[index]?.bytes ?? 0
    durationSec += segments[index]?.durationSec ?? 0
    if (durationSec > targetDurationSec * 1.5) break
    if (durationSec >= targetDurationSec * 0.5) peak = Math.max(peak, (bytes * 8) / durationSec)
  }
  return peak
}

/**
 * The peak and average segment bit rate for BANDWIDTH and AVERAGE-BANDWIDTH (RFC 8216, section 4.3.4.2): the peak is
 * the highest rate of any contiguous sequence of segments that lasts between 0.5 and 1.5 target durations. Whole bits
 * per second, rounded up; the peak is never below the average; zero for no segments or no duration.
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
