import { fillSlot, msOfRows, reelMaker, showingsOf, type LinearAsset } from './linear-slot.ts'
import { checkedWallMs, checkedWhole } from './playlist-text.ts'

/** What a schedule wishes for: an asset from a moment on, until the next showing begins. */
export interface Showing {
  readonly startMs: number
  readonly asset: LinearAsset
}

/**
 * What is kept of an item of a schedule beside its asset. With these, the rows of an item depend on nothing before it:
 * what is past can be dropped, and what is appended changes nothing that was shown.
 */
export interface ItemBase {
  /** Unix milliseconds at which it begins to the millisecond, near the wished start. */
  readonly startMs: number
  /** Of its first row. */
  readonly seqBase: number
  readonly discBase: number
}

/** An item as it is kept. The asset is null when it has been deleted since. */
export interface LinearItem extends ItemBase {
  readonly asset: LinearAsset | null
}

export interface PlanInput<Wish extends Showing> {
  /** The item that the new ones follow: the last one, or the last that may not be edited. Its own bases stay. */
  readonly after?: LinearItem
  /** In order of their starts. */
  readonly showings: readonly Wish[]
  /** Fills what an item leaves, over and over. */
  readonly slate?: LinearAsset
  /** Of the channel, whole seconds. */
  readonly targetDurationSec: number
}

/** An item begins this much early rather than leave a hole in the media, at which players would run dry. */
const EARLIEST_MS = 10_000
/** And this much late rather than lose a segment: schedules are often rounded to seconds. */
const LATEST_MS = 500

function checkAsset({ durationsMs }: LinearAsset, targetDurationSec: number): void {
  const longestMs = durationsMs.reduce((longest, ms) => Math.max(longest, ms), 0)
  if (Math.round(longestMs / 1000) > targetDurationSec) {
    throw new RangeError(`segment of ${longestMs} ms is longer than the target duration ${targetDurationSec} s`)
  }
}

/**
 * Gives wished showings the exact starts and the bases that they are to be kept with. An asset is cut at the last segment
 * that fits before the next start, and the slate is shown over and over in what is left; the next item begins when that
 * has ended, at most ten seconds early. A longer hole stays one.
 * @throws RangeError for showings that are not in order, or an asset that the channel cannot hold
 */
export function planSchedule<Wish extends Showing>(input: PlanInput<Wish>): (Wish & ItemBase)[] {
  const { showings, slate = null, targetDurationSec } = input
  const reelOf = reelMaker()
  checkedWhole(targetDurationSec, 1, 'target duration')
  if (slate !== null) checkAsset(slate, targetDurationSec)
  let previous: LinearItem | undefined = input.after
  return showings.map((wish) => {
    checkedWallMs(wish.startMs)
    checkAsset(wish.asset, targetDurationSec)
    reelOf(wish.asset)
    const item = { ...wish, ...(previous === undefined ? firstBase(wish) : baseAfter(previous, wish)) }
    previous = item
    return item
  })

  function firstBase({ startMs }: Showing): ItemBase {
    return { startMs, seqBase: 0, discBase: 0 }
  }

  function baseAfter(before: LinearItem, { startMs }: Showing): ItemBase {
    if (startMs < before.startMs) throw new RangeError(`a showing at ${startMs} is planned after ${before.startMs}`)
    const slot = fillSlot(reelOf(before.asset), reelOf(slate), startMs + LATEST_MS - before.startMs)
    const rows = slot.ownRows + slot.slateRows
    const endMs = before.startMs + msOfRows(slot, rows)
    return {
      startMs: startMs - endMs > EARLIEST_MS ? startMs : endMs,
      seqBase: before.seqBase + rows,
      discBase: before.discBase + showingsOf(slot),
    }
  }
}

/**
 * How many of the first items may not be edited any more, nor what is before them: they are on air, or so soon that some
 * viewer may have them. Plan anew after the last of these.
 */
export function frozenItems(
  items: readonly Pick<ItemBase, 'startMs'>[],
  nowMs: number,
  targetDurationSec: number,
): number {
  const horizonMs = nowMs + 3 * targetDurationSec * 1000 + EARLIEST_MS
  const first = items.findIndex(({ startMs }) => startMs >= horizonMs)
  return first < 0 ? items.length : first
}
