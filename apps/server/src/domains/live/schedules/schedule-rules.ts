import type { LinearAsset, LinearItem } from '@yunmu/hls'

/** A film that is shown a number of times from a moment on. */
export interface ScheduleItem {
  startMs: number
  assetId: number
  /** Length and segments of one showing. */
  eachMs: number
  eachRows: number
  repeats: number
  /** Of the first segment and the first showing: see `LinearItem` of the playlists. */
  seqBase: number
  discBase: number
}

/** A wish: a film over and over from about one moment until about another. Unix milliseconds. */
export interface ShowingRequest {
  assetId: number
  startMs: number
  endMs: number
}

/** What a film is cut into: the same in sound and picture. */
export interface FilmSegmentation {
  eachMs: number
  eachRows: number
}

/** Of a line that shows its first film. */
const firstNumber = 1
/** What is wished no later than this after the end of what is before it follows at once. */
const maxJoinGapMs = 10 * 60_000

export const endMsOf = ({ startMs, eachMs, repeats }: Pick<ScheduleItem, 'startMs' | 'eachMs' | 'repeats'>): number =>
  startMs + eachMs * repeats

/**
 * Gives a wish its exact moment and its numbers, behind an item or at the beginning. The film is shown a whole number of
 * times, at least once, and begins where what is before it ends, so that there is never a hole in which players run dry.
 * What it is longer or shorter than it was wished does not add up: the next one's length is counted to its own end. Null
 * for a wish that is over before its turn.
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

/** Behind what is shown before it; when it was wished where that ended long ago. */
function startAfter(previous: ScheduleItem | null, requestedMs: number): number {
  if (!previous) return requestedMs
  const previousEndMs = endMsOf(previous)
  return requestedMs - previousEndMs > Math.max(maxJoinGapMs, previous.eachMs) ? requestedMs : previousEndMs
}

function numbersAfter(previous: ScheduleItem | null): Pick<ScheduleItem, 'seqBase' | 'discBase'> {
  if (!previous) return { seqBase: firstNumber, discBase: firstNumber }
  const { seqBase, discBase, eachRows, repeats } = previous
  return { seqBase: seqBase + eachRows * repeats, discBase: discBase + repeats }
}

/** How many of the items, in the order of time, begin at this moment or before. */
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

/** What is on at a moment; null in a hole, before the first and behind the last. */
export function itemAt(items: readonly ScheduleItem[], atMs: number): ScheduleItem | null {
  const item = items[countBegun(items, atMs) - 1]
  return item && endMsOf(item) > atMs ? item : null
}

/**
 * Every single showing that is on between two moments, one item each, and the one behind it: what rows are read from.
 * `assetOf` null is an asset that is gone.
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
    const { startMs, eachMs, eachRows, repeats, seqBase, discBase } = item
    const asset = assetOf(item.assetId)
    const first = Math.min(repeats - 1, Math.max(0, Math.floor((span.fromMs - startMs) / eachMs)))
    for (let repeat = first; repeat < repeats && startMs + repeat * eachMs <= span.toMs; repeat++) {
      shown.push({
        asset,
        startMs: startMs + repeat * eachMs,
        seqBase: seqBase + repeat * eachRows,
        discBase: discBase + repeat,
      })
    }
  }
  const last = items[countBegun(items, span.toMs) - 1]
  if (!last) return shown
  const next = endOf(last, span.toMs)
  return [...shown, { asset: null, ...next }]
}

/** Where the showing that is on at a moment ends, with the numbers of what follows it. */
function endOf({ startMs, eachMs, eachRows, repeats, seqBase, discBase }: ScheduleItem, atMs: number) {
  const finishedRepeats = Math.min(repeats, Math.floor((atMs - startMs) / eachMs) + 1)
  return {
    startMs: startMs + finishedRepeats * eachMs,
    seqBase: seqBase + finishedRepeats * eachRows,
    discBase: discBase + finishedRepeats,
  }
}
