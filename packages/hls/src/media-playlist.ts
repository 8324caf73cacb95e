import { mapTag, mediaText, type Segment } from './media-text.ts'

/** A segment of a media playlist. */
export interface MediaSegment extends Segment {
  /** The media timeline restarts with this segment, which needs this initialisation section. */
  readonly restart?: { readonly initUri: string }
}

export interface MediaPlaylist {
  /** Whole seconds, not below any segment duration rounded to the nearest second; see `targetDurationOf`. */
  readonly targetDurationSec: number
  readonly segments: readonly MediaSegment[]
  /** The media initialisation section (fMP4) of the first segment. */
  readonly initUri: string
  readonly type: 'VOD'
  /** Whether the playlist is complete. */
  readonly endlist: boolean
}

export interface SubtitlePlaylist {
  /** One WebVTT file that contains the whole track. */
  readonly uri: string
  readonly durationSec: number
}

/**
 * The smallest target duration that RFC 8216, section 4.3.3.1, allows for these segments, in whole seconds, at least 1.
 */
export function targetDurationOf(segments: readonly Pick<Segment, 'durationSec'>[]): number {
  return segments.reduce((longest, { durationSec }) => Math.max(longest, Math.round(durationSec)), 1)
}

/**
 * Renders an fMP4 media playlist (RFC 8216, section 4.3.3).
 * @throws RangeError for an address or number that no valid playlist can contain
 */
export function renderMediaPlaylist({ initUri, ...playlist }: MediaPlaylist): string {
  const first = [mapTag(initUri)]
  const tagsOf = ({ restart }: MediaSegment, previous: MediaSegment | undefined): string[] => {
    if (previous === undefined) return first
    return restart === undefined ? [] : ['#EXT-X-DISCONTINUITY', mapTag(restart.initUri)]
  }
  return mediaText({ ...playlist, mediaSequence: 0, tagsOf })
}

/**
 * Renders the media playlist of a subtitle track that is stored as one WebVTT file.
 * @throws RangeError for an address or number that no valid playlist can contain
 */
export function renderSubtitlePlaylist(track: SubtitlePlaylist): string {
  const targetDurationSec = targetDurationOf([track])
  return mediaText({
    targetDurationSec,
    mediaSequence: 0,
    type: 'VOD',
    endlist: true,
    segments: [track],
    tagsOf: () => [],
  })
}
