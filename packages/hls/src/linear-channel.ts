import type { LiveRow } from './live-playlist.ts'
import { checkedWallMs, checkedWhole } from './playlist-text.ts'

/**
 * A video of the station in one rendition, as broadcast by a linear channel. For another rendition of the same channel,
 * combine its addresses with the durations of the first rendition, so that both are cut at the same times.
 */
export interface LinearAsset {
  readonly initUri: (index: number) => string
  /** Duration of each segment, whole milliseconds above zero. */
  readonly durationsMs: readonly number[]
  readonly segmentUri: (index: number) => string
  /** How often the media timeline has restarted within the asset before and at a segment: 0 for its first one. */
  readonly restartsAt: (index: number) => number
}

/**
 * One showing of an asset. Its bases make its rows independent of earlier items: past items can be removed, and
 * appended items change no earlier row.
 */
export interface LinearItem {
  /** Start of broadcast, exact to the millisecond, Unix milliseconds. */
  readonly startMs: number
  /** Sequence number of its first row. */
  readonly seqBase: number
  readonly discBase: number
  /** Null if it has been deleted. */
  readonly asset: LinearAsset | null
}

/** An asset with the prefix sums of its durations. */
interface AssetTimeline {
  readonly asset: LinearAsset
  /** When each segment ends, in milliseconds from the start of the asset. */
  readonly endsMs: Float64Array
}

interface ScheduledItem extends AssetTimeline {
  readonly startMs: number
  readonly seqBase: number
  readonly discBase: number
  /** Limited by the start and the bases of the next item, so that no sequence number is used twice. */
  readonly rows: number
}

/** A schedule prepared for queries, see `compileSchedule`. Reuse it until the schedule changes. */
export interface CompiledSchedule {
  readonly scheduled: readonly ScheduledItem[]
  readonly startsMs: Float64Array
}

const noAsset: LinearAsset = { initUri: () => '', durationsMs: [], segmentUri: () => '', restartsAt: () => 0 }

/** Creates a function that computes the timeline of an asset once. */
function createTimelineCache(): (asset: LinearAsset | null) => AssetTimeline {
  const timelines = new Map<LinearAsset, AssetTimeline>()
  return (given) => {
    const asset = given ?? noAsset
    const known = timelines.get(asset)
    if (known !== undefined) return known
    let sumMs = 0
    const endsMs = Float64Array.from(asset.durationsMs, (ms) => (sumMs += checkedWhole(ms, 1, 'segment duration')))
    const timeline = { asset, endsMs }
    timelines.set(asset, timeline)
    return timeline
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
    throw new RangeError(`the item at ${next.startMs} is not in order after the item at ${item.startMs}`)
  }
}

/**
 * Prepares a schedule for queries. Every process computes the same rows from the same items and the clock.
 *
 * If an asset was replaced or deleted, it may have fewer rows than planned. Lists then start after the gap: sequence
 * numbers and addresses stay correct, and the channel continues.
 * @throws RangeError for items that are not in order, durations that are not whole milliseconds above zero, or numbers
 * that no playlist can represent
 */
export function compileSchedule(items: readonly LinearItem[]): CompiledSchedule {
  const timelineOf = createTimelineCache()
  const scheduled = items.map((item, index) => {
    const next = items[index + 1]
    checkItem(item, next)
    const { startMs, seqBase, discBase } = item
    const timeline = timelineOf(item.asset)
    const fittingRows = countUpTo(timeline.endsMs, (next?.startMs ?? Number.POSITIVE_INFINITY) - startMs)
    const remainingNumbers = next?.discBase === discBase ? 0 : (next?.seqBase ?? Number.POSITIVE_INFINITY) - seqBase
    return { ...timeline, startMs, seqBase, discBase, rows: Math.min(fittingRows, remainingNumbers) }
  })
  return { scheduled, startsMs: Float64Array.from(scheduled, ({ startMs }) => startMs) }
}

function rowAt({ asset, endsMs, startMs, seqBase, discBase }: ScheduledItem, at: number): LiveRow {
  const disc = discBase + asset.restartsAt(at)
  return {
    seq: seqBase + at,
    disc,
    runKey: String(disc),
    uri: asset.segmentUri(at),
    initUri: asset.initUri(at),
    durationSec: (asset.durationsMs[at] ?? 0) / 1000,
    wallMs: startMs + (endsMs[at - 1] ?? 0),
  }
}

function follows(row: LiveRow, previous: LiveRow | undefined): boolean {
  if (previous === undefined) return true
  const isNewShowing = row.disc === previous.disc + 1
  return row.seq === previous.seq + 1 && (isNewShowing || row.disc === previous.disc)
}

/** The item on air at a time (-1 before the first), and how many of its rows have ended by then. */
function positionAt({ scheduled, startsMs }: CompiledSchedule, wallMs: number): { at: number; ended: number } {
  const at = countUpTo(startsMs, wallMs) - 1
  const item = scheduled[at]
  return { at, ended: item === undefined ? 0 : Math.min(item.rows, countUpTo(item.endsMs, wallMs - item.startMs)) }
}

/** The rows that end after `fromMs` and have ended by `toMs` (Unix milliseconds). */
export function linearRows(schedule: CompiledSchedule, fromMs: number, toMs: number): LiveRow[] {
  const first = positionAt(schedule, fromMs)
  const last = positionAt(schedule, toMs)
  let rows: LiveRow[] = []
  for (let at = Math.max(0, first.at); at <= last.at; at++) {
    const item = schedule.scheduled[at]
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
 * The newest rows that have ended by now and together last at least `seconds`, or all. Never empty after the start of
 * the schedule, even in a gap.
 */
export function latestLinearRows(schedule: CompiledSchedule, nowMs: number, seconds: number): LiveRow[] {
  const last = positionAt(schedule, nowMs)
  const rows: LiveRow[] = []
  let collectedSec = 0
  for (let at = last.at; at >= 0; at--) {
    const item = schedule.scheduled[at]
    if (item === undefined) break
    for (let index = (at === last.at ? last.ended : item.rows) - 1; index >= 0; index--) {
      const row = rowAt(item, index)
      const newer = rows.at(-1)
      if (collectedSec >= seconds || (newer !== undefined && !follows(newer, row))) return rows.toReversed()
      rows.push(row)
      collectedSec += row.durationSec
    }
  }
  return rows.toReversed()
}
