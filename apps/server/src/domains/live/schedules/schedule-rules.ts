import type { LinearAsset, LinearItem } from '@yunmu/hls'

/** A film that is repeated a number of times from a moment on. */
export interface ScheduleItem {
  startMs: number
  assetId: number
  /** Duration and number of segments of one repetition. */
  eachMs: number
  eachRows: number
  repeats: number
  /** How many continuous media timelines one repetition consists of. */
  eachRuns: number
  /** Media sequence number and discontinuity number of the first segment; see `LinearItem`. */
  seqBase: number
  discBase: number
}

/** A request to repeat a film from about `startMs` to about `endMs` (Unix milliseconds). */
export interface ShowingRequest {
  assetId: number
  startMs: number
  endMs: number
}

/** Duration and number of segments of a film; the same for audio and video. */
export interface FilmSegmentation {
  eachMs: number
  eachRows: number
  eachRuns: number
}

/** First sequence and discontinuity number of a line. */
const firstNumber = 1
/** A request that starts within this time after the previous item follows it without a gap. */
const maxJoinGapMs = 10 * 60_000

export const endMsOf = ({ startMs, eachMs, repeats }: Pick<ScheduleItem, 'startMs' | 'eachMs' | 'repeats'>): number =>
  startMs + eachMs * repeats

/**
 * Converts a request to an item with exact start and numbers, after `previous`. The film is repeated a whole number of
 * times, at least once, and starts when the previous item ends, because a gap would let players run out of segments.
 * Deviations from the requests do not accumulate: each item is fitted to the requested end. Returns null if the request
 * ends before the item could start.
 */
export function planShowing(
  { assetId, startMs: requestedMs, endMs }: ShowingRequest,
  segmentation: FilmSegmentation,
  previous: ScheduleItem | null,
): ScheduleItem | null {
  const startMs = startAfter(previous, requestedMs)
  const remainingMs = endMs - startMs
  if (remainingMs < segmentation.eachMs / 2 && remainingMs < endMs - requestedMs) return null
  return {
    ...segmentation,
    assetId,
    startMs,
    repeats: Math.max(1, Math.round(remainingMs / segmentation.eachMs)),
    ...numbersAfter(previous),
  }
}

/** The end of the previous item, or the requested start if the gap is long. */
function startAfter(previous: ScheduleItem | null, requestedMs: number): number {
  if (!previous) return requestedMs
  const previousEndMs = endMsOf(previous)
  return requestedMs - previousEndMs > Math.max(maxJoinGapMs, previous.eachMs) ? requestedMs : previousEndMs
}

function numbersAfter(previous: ScheduleItem | null): Pick<ScheduleItem, 'seqBase' | 'discBase'> {
  if (!previous) return { seqBase: firstNumber, discBase: firstNumber }
  const { seqBase, discBase, eachRows, eachRuns, repeats } = previous
  return { seqBase: seqBase + eachRows * repeats, discBase: discBase + eachRuns * repeats }
}

/** The number of items that begin at or before `atMs`; items must be sorted (binary search). */
function countBegun(items: readonly ScheduleItem[], atMs: number): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((items[middle]?.startMs ?? Infinity) <= atMs) low = middle + 1
    else high = middle
  }
  return low
}

/** The item at a moment; null in a gap, before the first and after the last item. */
export function itemAt(items: readonly ScheduleItem[], atMs: number): ScheduleItem | null {
  const item = items[countBegun(items, atMs) - 1]
  return item && endMsOf(item) > atMs ? item : null
}

/**
 * The single showings that overlap a span, one linear item each, and a last item that marks the end.
 * @param assetOf returns null for a deleted asset
 */
export function showingsBetween(
  items: readonly ScheduleItem[],
  span: { fromMs: number; toMs: number },
  assetOf: (assetId: number) => LinearAsset | null,
): LinearItem[] {
  const shown: LinearItem[] = []
  for (let at = Math.max(0, countBegun(items, span.fromMs) - 1); at < items.length; at++) {
    const item = items[at]
    if (!item || item.startMs > span.toMs) break
    const { startMs, eachMs, eachRows, eachRuns, repeats, seqBase, discBase } = item
    const asset = assetOf(item.assetId)
    const first = Math.min(repeats - 1, Math.max(0, Math.floor((span.fromMs - startMs) / eachMs)))
    for (let repeat = first; repeat < repeats && startMs + repeat * eachMs <= span.toMs; repeat++) {
      shown.push({
        asset,
        startMs: startMs + repeat * eachMs,
        seqBase: seqBase + repeat * eachRows,
        discBase: discBase + repeat * eachRuns,
      })
    }
  }
  const last = items[countBegun(items, span.toMs) - 1]
  if (!last) return shown
  const next = endOf(last, span.toMs)
  return [...shown, { asset: null, ...next }]
}

/** End of the showing at a moment, with the numbers of the next segment. */
function endOf({ startMs, eachMs, eachRows, eachRuns, repeats, seqBase, discBase }: ScheduleItem, atMs: number) {
  const finishedRepeats = Math.min(repeats, Math.floor((atMs - startMs) / eachMs) + 1)
  return {
    startMs: startMs + finishedRepeats * eachMs,
    seqBase: seqBase + finishedRepeats * eachRows,
    discBase: discBase + finishedRepeats * eachRuns,
  }
}
