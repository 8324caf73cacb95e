import { checkedWhole } from './playlist-text.ts'

/**
 * A video of the station in one rendition, as a linear channel shows it. For another rendition of the same channel, give
 * its addresses with the durations of the first one, so that both are cut alike.
 */
export interface LinearAsset {
  readonly initUri: string
  /** Of each segment, whole milliseconds above zero. */
  readonly durationsMs: readonly number[]
  readonly segmentUri: (index: number) => string
}

/** An asset with the prefix sums of its durations. */
export interface Reel {
  readonly asset: LinearAsset
  /** When each segment ends, in milliseconds from the start of the asset. */
  readonly endsMs: Float64Array
}

/** What is shown from one item of a schedule to the next: the item's own segments, then the slate over and over. */
export interface Slot {
  readonly own: Reel
  readonly ownRows: number
  readonly slate: Reel
  /** Infinite behind the last item of a schedule. */
  readonly slateRows: number
}

const noAsset: LinearAsset = { initUri: '', durationsMs: [], segmentUri: () => '' }

/** A gap that would show less of the slate than this shows none of it. */
const SHORTEST_SLATE_MS = 5000

/**
 * Reels of assets, one for each however often it is asked for.
 * @throws RangeError (the function that it gives) for a duration that is no whole millisecond above zero
 */
export function reelMaker(): (asset: LinearAsset | null) => Reel {
  const reels = new Map<LinearAsset, Reel>()
  return (given) => {
    const asset = given ?? noAsset
    const known = reels.get(asset)
    if (known !== undefined) return known
    let sumMs = 0
    const endsMs = Float64Array.from(asset.durationsMs, (ms) => (sumMs += checkedWhole(ms, 1, 'segment duration')))
    const reel = { asset, endsMs }
    reels.set(asset, reel)
    return reel
  }
}

/** How many of the ascending values are at most `limit`. */
export function countUpTo(values: Float64Array, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** When the first `rows` segments of a reel that is shown over and over have ended. */
function loopedMs({ endsMs }: Reel, rows: number): number {
  if (rows === 0 || endsMs.length === 0) return 0
  const loops = Math.floor(rows / endsMs.length)
  return loops * (endsMs.at(-1) ?? 0) + (endsMs[(rows % endsMs.length) - 1] ?? 0)
}

/** How many segments of a reel that is shown over and over have ended after `ms`. */
function loopedRows({ endsMs }: Reel, ms: number): number {
  const totalMs = endsMs.at(-1)
  if (totalMs === undefined || ms <= 0) return 0
  if (ms === Number.POSITIVE_INFINITY) return ms
  const loops = Math.floor(ms / totalMs)
  return loops * endsMs.length + countUpTo(endsMs, ms - loops * totalMs)
}

/** Fills a slot of this length: nothing reaches over its end. */
export function fillSlot(own: Reel, slate: Reel, lengthMs: number): Slot {
  const ownRows = countUpTo(own.endsMs, lengthMs)
  const slateRows = loopedRows(slate, lengthMs - (own.endsMs[ownRows - 1] ?? 0))
  const isShown = slateRows === Number.POSITIVE_INFINITY || loopedMs(slate, slateRows) >= SHORTEST_SLATE_MS
  return { own, ownRows, slate, slateRows: isShown ? slateRows : 0 }
}

/** How many of a slot's rows have ended `ms` after its start. */
export function rowsAfter(slot: Slot, ms: number): number {
  const ownRows = Math.min(slot.ownRows, countUpTo(slot.own.endsMs, ms))
  if (ownRows < slot.ownRows) return ownRows
  return ownRows + Math.min(slot.slateRows, loopedRows(slot.slate, ms - msOfRows(slot, ownRows)))
}

/** When the first `rows` of a slot have ended, in milliseconds from its start. */
export function msOfRows({ own, ownRows, slate }: Slot, rows: number): number {
  if (rows <= ownRows) return own.endsMs[rows - 1] ?? 0
  return (own.endsMs[ownRows - 1] ?? 0) + loopedMs(slate, rows - ownRows)
}

/** Which segment of which showing a row is; each showing is a timeline of its own. */
export function placeInSlot({ own, ownRows, slate }: Slot, row: number) {
  if (row < ownRows) return { reel: own, index: row, showing: 0 }
  const looped = row - ownRows
  const loop = Math.floor(looped / slate.endsMs.length)
  return { reel: slate, index: looped - loop * slate.endsMs.length, showing: loop + (ownRows > 0 ? 1 : 0) }
}

/** How many timelines the rows of a slot have. */
export function showingsOf({ ownRows, slate, slateRows }: Slot): number {
  return (ownRows > 0 ? 1 : 0) + (slateRows > 0 ? Math.ceil(slateRows / slate.endsMs.length) : 0)
}

/** How many rows the first `showings` timelines of a slot have at most. */
export function rowsOfShowings({ ownRows, slate }: Slot, showings: number): number {
  if (showings === Number.POSITIVE_INFINITY || showings === 0) return showings
  return ownRows > 0 ? ownRows + (showings - 1) * slate.endsMs.length : showings * slate.endsMs.length
}
