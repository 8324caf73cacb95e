import type { LiveRow } from './live-playlist.ts'

/** A part of a stream, to be spread into `renderLivePlaylist`. */
export interface Clip {
  readonly rows: readonly LiveRow[]
  /** Media time from the start of the first row to the moment that was asked for. */
  readonly startOffsetSec: number
}

const endMs = (row: LiveRow): number => row.wallMs + Math.round(row.durationSec * 1000)

/** The index of the first row for which `isPast` is false; `isPast` is true of none or of the first ones. */
function firstNot(rows: readonly LiveRow[], isPast: (row: LiveRow) => boolean): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && isPast(row)) low = middle + 1
    else high = middle
  }
  return low
}

/** Media time, not time of day: the two differ where nothing was recorded. */
function mediaOffsetSec(rows: readonly LiveRow[], wallMs: number): number {
  let offsetSec = 0
  for (const row of rows) {
    if (row.wallMs >= wallMs) break
    offsetSec += Math.min(row.durationSec, (wallMs - row.wallMs) / 1000)
  }
  return offsetSec
}

/** Everything since a moment: the row that was on air then, or the next one when none was, and all that follow. */
export function fromMoment(rows: readonly LiveRow[], wallMs: number): Clip {
  const first = firstNot(rows, (row) => endMs(row) <= wallMs)
  const since = rows.slice(first)
  return { rows: since, startOffsetSec: mediaOffsetSec(since.slice(0, 1), wallMs) }
}

/**
 * What was on air between two moments, so far. Guides are never exact: `pad` adds a little on both sides, and players
 * begin at the announced start.
 */
export function programmeRows(
  rows: readonly LiveRow[],
  startMs: number,
  endedMs: number,
  pad: { readonly beforeMs: number; readonly afterMs: number } = { beforeMs: 0, afterMs: 0 },
): Clip {
  const first = firstNot(rows, (row) => endMs(row) <= startMs - pad.beforeMs)
  const end = firstNot(rows, (row) => row.wallMs < endedMs + pad.afterMs)
  const part = rows.slice(first, end)
  return { rows: part, startOffsetSec: mediaOffsetSec(part, startMs) }
}
