import { mapTag, mediaText, type Segment } from './media-text.ts'

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

/** The smallest target duration that RFC 8216 section 4.3.3.1 allows for these segments, in whole seconds, at least 1. */
export function targetDurationOf(segments: readonly Pick<Segment, 'durationSec'>[]): number {
  return segments.reduce((longest, { durationSec }) => Math.max(longest, Math.round(durationSec)), 1)
}

/**
 * An fMP4 media playlist (RFC 8216 section 4.3.3).
 * @throws RangeError for an address or number that no valid playlist can hold
 */
export function renderMediaPlaylist({ initUri, ...playlist }: MediaPlaylist): string {
  const map = [mapTag(initUri)]
  const tagsOf = (_: Segment, previous: Segment | undefined) => (previous === undefined ? map : [])
  return mediaText({ ...playlist, mediaSequence: 0, tagsOf })
}

/**
 * The media playlist of a subtitle track that is kept as one WebVTT file.
 * @throws RangeError for an address or number that no valid playlist can hold
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
