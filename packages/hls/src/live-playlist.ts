import { mapTag, mediaText, type Segment } from './media-text.ts'
import { checkedWallMs } from './playlist-text.ts'

/** One segment of an endless stream: recorded, or taken from a schedule. A row never changes, and `seq` has no gaps. */
export interface LiveRow extends Segment {
  /** Media sequence number: permanent within this stream, never reused. */
  readonly seq: number
  /** Discontinuity sequence number: increases by one where the media timeline restarts. */
  readonly disc: number
  /**
   * Identifies rows that share one initialisation section and one timeline: a recorder's run, or one showing of an
   * asset.
   */
  readonly runKey: string
  /** The media initialisation section (fMP4). */
  readonly initUri: string
  /** Start of the segment on air, Unix milliseconds. Never decreases from row to row. */
  readonly wallMs: number
}

export interface LivePlaylist {
  /** Whole seconds, stored with the stream, because it must not change (RFC 8216, section 4.3.3.1). */
  readonly targetDurationSec: number
  /** Consecutive rows, at least one. */
  readonly rows: readonly LiveRow[]
  /** A sliding window, a list that only grows, or a complete list. */
  readonly kind: 'live' | 'event' | 'vod'
  /** Whether the list is complete. Always true for `vod`. */
  readonly endlist?: boolean
  /** Where players start, in media time from the start of the first row. */
  readonly startOffsetSec?: number
}

/** Players extrapolate the time of day from the last tag. A new tag is written if they would be wrong by more. */
const MAX_CLOCK_ERROR_MS = 100

/** @throws RangeError if `row` cannot follow `previous` in a playlist */
function checkOrder(row: LiveRow, previous: LiveRow): void {
  const step = row.disc - previous.disc
  if (row.seq !== previous.seq + 1) throw new RangeError(`row ${row.seq} cannot follow row ${previous.seq}`)
  if (step !== 0 && step !== 1)
    throw new RangeError(`row ${row.seq}: discontinuity changes from ${previous.disc} to ${row.disc}`)
  const isSameRun = row.runKey === previous.runKey
  if (step === 0 && !isSameRun) throw new RangeError(`row ${row.seq}: a new run without a discontinuity`)
  if (isSameRun && row.initUri !== previous.initUri)
    throw new RangeError(`row ${row.seq}: a run with two initialisation sections`)
}

/** Tags of a row before its duration. Remembers the time of day that players have computed. */
function liveTags(): (row: LiveRow, previous: LiveRow | undefined) => readonly string[] {
  let countedMs = Number.NaN
  return (row, previous) => {
    if (previous !== undefined) checkOrder(row, previous)
    const isNew = row.disc !== previous?.disc
    const wallMs = checkedWallMs(row.wallMs)
    const tags: string[] = []
    if (isNew && previous !== undefined) tags.push('#EXT-X-DISCONTINUITY')
    if (isNew) tags.push(mapTag(row.initUri))
    if (isNew || Math.abs(wallMs - countedMs) > MAX_CLOCK_ERROR_MS) {
      tags.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(wallMs).toISOString()}`)
      countedMs = wallMs
    }
    countedMs += row.durationSec * 1000
    return tags
  }
}

/**
 * Renders the media playlist of a stream (RFC 8216, section 4.3.3): the live window, a time-shift, or one programme.
 * All kinds use the sequence numbers of the rows, so that a programme keeps them when it becomes complete.
 * @throws RangeError for an address or number that no valid playlist can contain, for rows that are not consecutive,
 * and for
 *   an empty list
 */
export function renderLivePlaylist(playlist: LivePlaylist): string {
  const { targetDurationSec, rows, kind, endlist = false, startOffsetSec } = playlist
  const [first] = rows
  if (first === undefined) throw new RangeError('a playlist needs at least one row')
  return mediaText({
    targetDurationSec,
    mediaSequence: first.seq,
    discontinuitySequence: first.disc,
    ...(kind === 'live' ? {} : { type: kind === 'vod' ? 'VOD' : 'EVENT' }),
    ...(startOffsetSec === undefined ? {} : { startOffsetSec }),
    segments: rows,
    tagsOf: liveTags(),
    endlist: endlist || kind === 'vod',
  })
}
