import { checkedNumber, checkedUri, joined } from './playlist-text.ts'

export interface Segment {
  /** URI reference, relative to the playlist. */
  readonly uri: string
  readonly durationSec: number
}

export interface MediaPlaylist {
  /** Whole seconds. At least every segment's duration rounded to the nearest second; see `targetDurationOf`. */
  readonly targetDurationSec: number
  readonly segments: readonly Segment[]
  /** The media initialisation section (fMP4). */
  readonly initUri: string
  readonly type: 'VOD'
  /** Whether the playlist is complete. */
  readonly endlist: boolean
}

export interface SubtitlePlaylist {
  /** One WebVTT file that holds the whole track. */
  readonly uri: string
  readonly durationSec: number
}

interface Header {
  readonly targetDurationSec: number
  readonly type: MediaPlaylist['type']
  readonly mediaSequence: number
}

function headerLines({ targetDurationSec, type, mediaSequence }: Header): string[] {
  checkedNumber(targetDurationSec, 1, 'target duration')
  if (!Number.isInteger(targetDurationSec)) throw new RangeError(`target duration must be whole: ${targetDurationSec}`)
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${targetDurationSec}`,
    `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
    `#EXT-X-PLAYLIST-TYPE:${type}`,
  ]
}

function segmentLines({ uri, durationSec }: Segment, targetDurationSec: number): string[] {
  checkedNumber(durationSec, 0, 'segment duration')
  if (Math.round(durationSec) > targetDurationSec) {
    throw new RangeError(`segment of ${durationSec} s is longer than the target duration ${targetDurationSec} s`)
  }
  return [`#EXTINF:${durationSec.toFixed(6)},`, checkedUri(uri)]
}

/** The smallest target duration that RFC 8216 section 4.3.3.1 allows for these segments, in whole seconds, at least 1. */
export function targetDurationOf(segments: readonly Pick<Segment, 'durationSec'>[]): number {
  return segments.reduce((longest, { durationSec }) => Math.max(longest, Math.round(durationSec)), 1)
}

/**
 * An fMP4 media playlist (RFC 8216 section 4.3.3).
 * @throws RangeError for an address or number that no valid playlist can hold
 */
export function renderMediaPlaylist({ targetDurationSec, segments, initUri, type, endlist }: MediaPlaylist): string {
  const lines = headerLines({ targetDurationSec, type, mediaSequence: 0 })
  lines.push('#EXT-X-INDEPENDENT-SEGMENTS', `#EXT-X-MAP:URI="${checkedUri(initUri)}"`)
  for (const segment of segments) lines.push(...segmentLines(segment, targetDurationSec))
  if (endlist) lines.push('#EXT-X-ENDLIST')
  return joined(lines)
}

/**
 * The media playlist of a subtitle track that is kept as one WebVTT file.
 * @throws RangeError for an address or number that no valid playlist can hold
 */
export function renderSubtitlePlaylist({ uri, durationSec }: SubtitlePlaylist): string {
  const targetDurationSec = targetDurationOf([{ durationSec }])
  return joined([
    ...headerLines({ targetDurationSec, type: 'VOD', mediaSequence: 0 }),
    ...segmentLines({ uri, durationSec }, targetDurationSec),
    '#EXT-X-ENDLIST',
  ])
}
