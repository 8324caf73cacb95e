import type { LinearItem } from './linear-plan.ts'
import { countUpTo, fillSlot, msOfRows, placeInSlot, reelMaker, rowsAfter, rowsOfShowings } from './linear-slot.ts'
import type { LinearAsset, Slot } from './linear-slot.ts'
import type { LiveRow } from './live-playlist.ts'
import { checkedWallMs, checkedWhole } from './playlist-text.ts'

interface Aired extends Slot {
  readonly startMs: number
  readonly seqBase: number
  readonly discBase: number
  /** At most as many as the next item's bases leave, so that no number is given twice. */
  readonly rows: number
}

/** A schedule that rows can be read from, see `compileSchedule`. Keep it until the schedule changes. */
export interface CompiledSchedule {
  readonly aired: readonly Aired[]
  readonly startsMs: Float64Array
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
 * Makes a schedule ready to be read. Any instance reads the same rows from the same items and the clock. The items are a
 * gapless part of what `planSchedule` gave, from any item on.
 *
 * Where an asset was replaced or deleted since, its rows may no longer be as many as were planned. Lists then begin anew
 * behind it: numbers and addresses stay true, and the channel goes on.
 * @throws RangeError for items that are not in order, or numbers that no playlist can hold
 */
export function compileSchedule(items: readonly LinearItem[], slate?: LinearAsset): CompiledSchedule {
  const reelOf = reelMaker()
  const filler = reelOf(slate ?? null)
  const aired = items.map((item, index) => {
    const next = items[index + 1]
    checkItem(item, next)
    const { startMs, seqBase, discBase } = item
    const slot = fillSlot(reelOf(item.asset), filler, (next?.startMs ?? Number.POSITIVE_INFINITY) - startMs)
    const leftRows = (next?.seqBase ?? Number.POSITIVE_INFINITY) - seqBase
    const leftShowings = (next?.discBase ?? Number.POSITIVE_INFINITY) - discBase
    const rows = Math.min(leftRows, rowsOfShowings(slot, leftShowings), slot.ownRows + slot.slateRows)
    return { ...slot, startMs, seqBase, discBase, rows }
  })
  return { aired, startsMs: Float64Array.from(aired, ({ startMs }) => startMs) }
}

function rowAt(slot: Aired, at: number): LiveRow {
  const { reel, index, showing } = placeInSlot(slot, at)
  const disc = slot.discBase + showing
  return {
    seq: slot.seqBase + at,
    disc,
    runKey: String(disc),
    uri: reel.asset.segmentUri(index),
    initUri: reel.asset.initUri,
    durationSec: (reel.asset.durationsMs[index] ?? 0) / 1000,
    wallMs: slot.startMs + msOfRows(slot, at),
  }
}

function follows(row: LiveRow, previous: LiveRow | undefined): boolean {
  if (previous === undefined) return true
  const isNewShowing = row.disc === previous.disc + 1
  return row.seq === previous.seq + 1 && (isNewShowing || row.disc === previous.disc)
}

/** The slot that is on air at a moment (-1 before the first) and how many of its rows have ended by then. */
function placeAt({ aired, startsMs }: CompiledSchedule, wallMs: number): { at: number; ended: number } {
  const at = countUpTo(startsMs, wallMs) - 1
  const slot = aired[at]
  return { at, ended: slot === undefined ? 0 : Math.min(slot.rows, rowsAfter(slot, wallMs - slot.startMs)) }
}

/** The rows that end after `fromMs` and have ended by `toMs` (Unix milliseconds). */
export function linearRows(schedule: CompiledSchedule, fromMs: number, toMs: number): LiveRow[] {
  const first = placeAt(schedule, fromMs)
  const last = placeAt(schedule, toMs)
  let rows: LiveRow[] = []
  for (let at = Math.max(0, first.at); at <= last.at; at++) {
    const slot = schedule.aired[at]
    if (slot === undefined) break
    const end = at === last.at ? last.ended : slot.rows
    for (let index = at === first.at ? first.ended : 0; index < end; index++) {
      const row = rowAt(slot, index)
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
    const slot = schedule.aired[at]
    if (slot === undefined) break
    for (let index = (at === last.at ? last.ended : slot.rows) - 1; index >= 0; index--) {
      const row = rowAt(slot, index)
      const newer = rows.at(-1)
      if (heldSec >= seconds || (newer !== undefined && !follows(newer, row))) return rows.toReversed()
      rows.push(row)
      heldSec += row.durationSec
    }
  }
  return rows.toReversed()
}
