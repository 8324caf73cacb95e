import { checkedNumber, checkedUri, checkedWhole, joinLines } from './playlist-text.ts'

export interface Segment {
  /** URI reference, relative to the playlist. */
  readonly uri: string
  readonly durationSec: number
}

interface MediaText<Each extends Segment> {
  /** Whole seconds, not below any segment duration rounded to the nearest second. */
  readonly targetDurationSec: number
  readonly mediaSequence: number
  readonly discontinuitySequence?: number
  readonly type?: 'EVENT' | 'VOD'
  /** Where players start, relative to the start of the first segment. */
  readonly startOffsetSec?: number
  readonly segments: readonly Each[]
  /** The tags of this segment besides its duration, in order. */
  readonly tagsOf: (segment: Each, previous: Each | undefined) => readonly string[]
  readonly endlist: boolean
}

function headerLines(media: Omit<MediaText<Segment>, 'segments' | 'tagsOf'>): string[] {
  const { targetDurationSec, mediaSequence, discontinuitySequence, type, startOffsetSec } = media
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${checkedWhole(targetDurationSec, 1, 'target duration')}`,
    `#EXT-X-MEDIA-SEQUENCE:${checkedWhole(mediaSequence, 0, 'media sequence')}`,
  ]
  if (discontinuitySequence !== undefined) {
    lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${checkedWhole(discontinuitySequence, 0, 'discontinuity sequence')}`)
  }
  if (type !== undefined) lines.push(`#EXT-X-PLAYLIST-TYPE:${type}`)
  lines.push('#EXT-X-INDEPENDENT-SEGMENTS')
  if (startOffsetSec !== undefined) {
    lines.push(`#EXT-X-START:TIME-OFFSET=${checkedNumber(startOffsetSec, 0, 'start offset').toFixed(3)},PRECISE=YES`)
  }
  return lines
}

function durationLine(durationSec: number, targetDurationSec: number): string {
  checkedNumber(durationSec, 0, 'segment duration')
  if (Math.round(durationSec) > targetDurationSec) {
    throw new RangeError(`segment of ${durationSec} s is longer than the target duration ${targetDurationSec} s`)
  }
  return `#EXTINF:${durationSec.toFixed(6)},`
}

/** The tag for the media initialisation section of the following segments. */
export function mapTag(initUri: string): string {
  return `#EXT-X-MAP:URI="${checkedUri(initUri)}"`
}

/**
 * Renders any media playlist (RFC 8216, section 4.3.3).
 * @throws RangeError for an address or number that no valid playlist can contain
 */
export function mediaText<Each extends Segment>(media: MediaText<Each>): string {
  const { segments, targetDurationSec, tagsOf, endlist } = media
  const lines = headerLines(media)
  // Cached, because formatting numbers is most of the work and the segments of a stream have few different durations.
  const durations = new Map<number, string>()
  let previous: Each | undefined
  for (const segment of segments) {
    const duration = durations.get(segment.durationSec) ?? durationLine(segment.durationSec, targetDurationSec)
    durations.set(segment.durationSec, duration)
    for (const tag of tagsOf(segment, previous)) lines.push(tag)
    lines.push(duration, checkedUri(segment.uri))
    previous = segment
  }
  if (endlist) lines.push('#EXT-X-ENDLIST')
  return joinLines(lines)
}
