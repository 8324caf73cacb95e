import type { LiveRow } from './live-playlist.ts'

/** A part of a stream, to be spread into the argument of `renderLivePlaylist`. */
export interface Clip {
  readonly rows: readonly LiveRow[]
  /** Media time from the start of the first row to the requested time. */
  readonly startOffsetSec: number
}

const endMs = (row: LiveRow): number => row.wallMs + Math.round(row.durationSec * 1000)

/** Binary search for the first row for which `isPast` is false; it must be true for all rows before. */
function findFirst(rows: readonly LiveRow[], isPast: (row: LiveRow) => boolean): number {
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

/** Media time differs from the time of day where nothing was recorded. */
function mediaOffsetSec(rows: readonly LiveRow[], wallMs: number): number {
  let offsetSec = 0
  for (const row of rows) {
    if (row.wallMs >= wallMs) break
    offsetSec += Math.min(row.durationSec, (wallMs - row.wallMs) / 1000)
  }
  return offsetSec
}

/** All rows since a time: the row that was on air then, or else the next one, and all that follow. */
export function fromMoment(rows: readonly LiveRow[], wallMs: number): Clip {
  const first = findFirst(rows, (row) => endMs(row) <= wallMs)
  const since = rows.slice(first)
  return { rows: since, startOffsetSec: mediaOffsetSec(since.slice(0, 1), wallMs) }
}

/**
 * Joins parts of a stream that need not follow each other, for a complete playlist: rows are numbered from 0, and the media
 * timeline restarts wherever something was left out. A row that two parts contain is taken once.
 */
export function joinedRows(parts: readonly (readonly LiveRow[])[]): LiveRow[] {
  const joined: LiveRow[] = []
  let last: LiveRow | undefined
  let disc = 0
  for (const row of parts.flat()) {
    if (last !== undefined && row.seq <= last.seq) continue
    const follows = last === undefined || (row.seq === last.seq + 1 && row.disc === last.disc)
    if (!follows) disc++
    joined.push({ ...row, seq: joined.length, disc, runKey: String(disc) })
    last = row
  }
  return joined
}

/**
 * The rows on air between two times, so far. Guides are inexact: `pad` adds a margin on both sides, and players start
 * at the announced time.
 */
export function programmeRows(
  rows: readonly LiveRow[],
  startMs: number,
  endedMs: number,
  pad: { readonly beforeMs: number; readonly afterMs: number } = { beforeMs: 0, afterMs: 0 },
): Clip {
  const first = findFirst(rows, (row) => endMs(row) <= startMs - pad.beforeMs)
  const end = findFirst(rows, (row) => row.wallMs < endedMs + pad.afterMs)
  const part = rows.slice(first, end)
  return { rows: part, startOffsetSec: mediaOffsetSec(part, startMs) }
}
