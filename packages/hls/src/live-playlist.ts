import { mapTag, mediaText, type Segment } from './media-text.ts'
import { checkedWallMs } from './playlist-text.ts'

/**
 * One segment of a stream that has no end: recorded, or taken from a schedule. A row never changes, and rows follow each
 * other without a gap in `seq`.
 */
export interface LiveRow extends Segment {
  /** The media sequence number: of this stream for ever, never given twice. */
  readonly seq: number
  /** The discontinuity sequence number: one more than the row before where the timeline of the media begins anew. */
  readonly disc: number
  /** What shares one initialisation section and one timeline: a recorder's run, or one showing of an asset. */
  readonly runKey: string
  /** The media initialisation section (fMP4). */
  readonly initUri: string
  /** Unix milliseconds at which the segment began on air. Does not fall from row to row. */
  readonly wallMs: number
}

export interface LivePlaylist {
  /** Whole seconds, kept with the stream, because it may not change (RFC 8216 section 4.3.3.1). */
  readonly targetDurationSec: number
  /** Neighbours in order, at least one. */
  readonly rows: readonly LiveRow[]
  /** A window that slides, a list that only grows, or one that is complete. */
  readonly kind: 'live' | 'event' | 'vod'
  /** Whether nothing will follow. A `vod` always ends. */
  readonly endlist?: boolean
  /** Where players begin, counted in media time from the start of the first row. */
  readonly startOffsetSec?: number
}

/** Players count the time of day on from the last tag. A tag is written where they would be off by more. */
const CLOCK_SLACK_MS = 100

/** @throws RangeError when `row` cannot be what follows `previous` in a playlist. */
function checkSequel(row: LiveRow, previous: LiveRow): void {
  const step = row.disc - previous.disc
  if (row.seq !== previous.seq + 1) throw new RangeError(`row ${row.seq} follows row ${previous.seq}`)
  if (step !== 0 && step !== 1) throw new RangeError(`row ${row.seq}: discontinuity ${previous.disc} to ${row.disc}`)
  const isSameRun = row.runKey === previous.runKey
  if (step === 0 && !isSameRun) throw new RangeError(`row ${row.seq}: a new run without a discontinuity`)
  if (isSameRun && row.initUri !== previous.initUri) throw new RangeError(`row ${row.seq}: a run with two beginnings`)
}

/** Writes what a row needs beside its duration. Keeps the time of day that players have counted up to. */
function liveTags(): (row: LiveRow, previous: LiveRow | undefined) => readonly string[] {
  let countedMs = Number.NaN
  return (row, previous) => {
    if (previous !== undefined) checkSequel(row, previous)
    const isNew = row.disc !== previous?.disc
    const wallMs = checkedWallMs(row.wallMs)
    const tags: string[] = []
    if (isNew && previous !== undefined) tags.push('#EXT-X-DISCONTINUITY')
    if (isNew) tags.push(mapTag(row.initUri))
    if (isNew || Math.abs(wallMs - countedMs) > CLOCK_SLACK_MS) {
      tags.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(wallMs).toISOString()}`)
      countedMs = wallMs
    }
    countedMs += row.durationSec * 1000
    return tags
  }
}

/**
 * The media playlist of a stream (RFC 8216 section 4.3.3): the live window, a time-shift, or one programme. Sequence
 * numbers are those of the rows in every kind, so that a programme keeps them when it becomes complete.
 * @throws RangeError for an address or number that no valid playlist can hold, for rows that are no neighbours, and for
 *   no rows at all
 */
export function renderLivePlaylist(playlist: LivePlaylist): string {
  const { targetDurationSec, rows, kind, endlist = false, startOffsetSec } = playlist
  const [first] = rows
  if (first === undefined) throw new RangeError('a playlist needs a row')
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
