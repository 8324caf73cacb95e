import type { LiveRow } from './live-playlist.ts'
import { checkedWallMs, checkedWhole } from './playlist-text.ts'

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

/**
 * One showing of an asset. With its bases its rows depend on nothing before it: what is past can be dropped, and what is
 * appended changes nothing that was shown.
 */
export interface LinearItem {
  /** Unix milliseconds at which it begins to the millisecond. */
  readonly startMs: number
  /** Of its first row. */
  readonly seqBase: number
  readonly discBase: number
  /** Null when it has been deleted since. */
  readonly asset: LinearAsset | null
}

/** An asset with the prefix sums of its durations. */
interface Reel {
  readonly asset: LinearAsset
  /** When each segment ends, in milliseconds from the start of the asset. */
  readonly endsMs: Float64Array
}

interface Aired extends Reel {
  readonly startMs: number
  readonly seqBase: number
  readonly discBase: number
  /** At most as many as fit before the next item and its bases leave, so that no number is given twice. */
  readonly rows: number
}

/** A schedule that rows can be read from, see `compileSchedule`. Keep it until the schedule changes. */
export interface CompiledSchedule {
  readonly aired: readonly Aired[]
  readonly startsMs: Float64Array
}

const noAsset: LinearAsset = { initUri: '', durationsMs: [], segmentUri: () => '' }

/** Reels of assets, one for each however often it is asked for. */
function reelMaker(): (asset: LinearAsset | null) => Reel {
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
function countUpTo(values: Float64Array, limit: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

function checkItem(item: LinearItem, next: LinearItem | undefined): void {
  checkedWallMs(item.startMs)
  checkedWhole(item.seqBase, 0, 'sequence base')
  checkedWhole(item.discBase, 0, 'discontinuity base')
  if (next === undefined) return
  if (next.startMs < item.startMs || next.seqBase < item.seqBase || next.discBase < item.discBase) {
    throw new RangeError(`the item at ${next.startMs} does not follow the one at ${item.startMs}`)
  }
}

/**
 * Makes a schedule ready to be read. Any instance reads the same rows from the same items and the clock.
 *
 * Where an asset was replaced or deleted since, its rows may no longer be as many as were planned. Lists then begin anew
 * behind it: numbers and addresses stay true, and the channel goes on.
 * @throws RangeError for items that are not in order, durations that are no whole milliseconds above zero, or numbers that
 * no playlist can hold
 */
export function compileSchedule(items: readonly LinearItem[]): CompiledSchedule {
  const reelOf = reelMaker()
  const aired = items.map((item, index) => {
    const next = items[index + 1]
    checkItem(item, next)
    const { startMs, seqBase, discBase } = item
    const reel = reelOf(item.asset)
    const fitting = countUpTo(reel.endsMs, (next?.startMs ?? Number.POSITIVE_INFINITY) - startMs)
    const left = next?.discBase === discBase ? 0 : (next?.seqBase ?? Number.POSITIVE_INFINITY) - seqBase
    return { ...reel, startMs, seqBase, discBase, rows: Math.min(fitting, left) }
  })
  return { aired, startsMs: Float64Array.from(aired, ({ startMs }) => startMs) }
}

function rowAt({ asset, endsMs, startMs, seqBase, discBase }: Aired, at: number): LiveRow {
  return {
    seq: seqBase + at,
    disc: discBase,
    runKey: String(discBase),
    uri: asset.segmentUri(at),
    initUri: asset.initUri,
    durationSec: (asset.durationsMs[at] ?? 0) / 1000,
    wallMs: startMs + (endsMs[at - 1] ?? 0),
  }
}

function follows(row: LiveRow, previous: LiveRow | undefined): boolean {
  if (previous === undefined) return true
  const isNewShowing = row.disc === previous.disc + 1
  return row.seq === previous.seq + 1 && (isNewShowing || row.disc === previous.disc)
}

/** The item that is on air at a moment (-1 before the first) and how many of its rows have ended by then. */
function placeAt({ aired, startsMs }: CompiledSchedule, wallMs: number): { at: number; ended: number } {
  const at = countUpTo(startsMs, wallMs) - 1
  const item = aired[at]
  return { at, ended: item === undefined ? 0 : Math.min(item.rows, countUpTo(item.endsMs, wallMs - item.startMs)) }
}

/** The rows that end after `fromMs` and have ended by `toMs` (Unix milliseconds). */
export function linearRows(schedule: CompiledSchedule, fromMs: number, toMs: number): LiveRow[] {
  const first = placeAt(schedule, fromMs)
  const last = placeAt(schedule, toMs)
  let rows: LiveRow[] = []
  for (let at = Math.max(0, first.at); at <= last.at; at++) {
    const item = schedule.aired[at]
    if (item === undefined) break
    const end = at === last.at ? last.ended : item.rows
    for (let index = at === first.at ? first.ended : 0; index < end; index++) {
      const row = rowAt(item, index)
      if (!follows(row, rows.at(-1))) rows = []
      rows.push(row)
    }
  }
  return rows
}

/**
 * The newest rows that have ended by now and together last at least `seconds`, or all. Not empty once the schedule has
 * begun, also where it has a hole.
 */
export function latestLinearRows(schedule: CompiledSchedule, nowMs: number, seconds: number): LiveRow[] {
  const last = placeAt(schedule, nowMs)
  const rows: LiveRow[] = []
  let heldSec = 0
  for (let at = last.at; at >= 0; at--) {
    const item = schedule.aired[at]
    if (item === undefined) break
    for (let index = (at === last.at ? last.ended : item.rows) - 1; index >= 0; index--) {
      const row = rowAt(item, index)
      const newer = rows.at(-1)
      if (heldSec >= seconds || (newer !== undefined && !follows(newer, row))) return rows.toReversed()
      rows.push(row)
      heldSec += row.durationSec
    }
  }
  return rows.toReversed()
}
