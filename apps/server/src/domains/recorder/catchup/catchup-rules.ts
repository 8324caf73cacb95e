/** A past programme, Unix seconds. */
export interface CatchupSpan {
  readonly startSec: number
  readonly endSec: number
}

/** The fields of a source's playlist that decide whether it is the requested programme. */
export interface SourcePlaylist {
  /** URL of the first rendition if it is a master playlist. */
  readonly rendition: string | null
  /** Whether it has EXT-X-ENDLIST. */
  readonly isEnded: boolean
  readonly durationSec: number
  /** Start of its first segment (EXT-X-PROGRAM-DATE-TIME), Unix milliseconds; null if absent. */
  readonly firstMs: number | null
  /** URLs of its segments as written. */
  readonly segments: readonly string[]
}

/** Parses a playlist from a third party (RFC 8216). Never throws. */
export function parseSourcePlaylist(text: string): SourcePlaylist {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const addresses = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const isMaster = lines.some((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const dateTime = lines.find((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME:'))?.slice(25)
  const firstMs = dateTime === undefined ? Number.NaN : Date.parse(dateTime)
  const seconds = lines.map((line) => Number(/^#EXTINF:(\d{1,6}(?:\.\d+)?)/.exec(line)?.[1] ?? 0))
  return {
    rendition: isMaster ? (addresses[0] ?? '') : null,
    isEnded: lines.includes('#EXT-X-ENDLIST'),
    durationSec: seconds.reduce((sum, each) => sum + each, 0),
    firstMs: Number.isNaN(firstMs) ? null : firstMs,
    segments: isMaster ? [] : addresses,
  }
}

/** How much earlier than requested a source may begin, because it cuts at segment boundaries. */
const maxLeadSec = 180
/** A programme of which less than this share is available counts as missing. */
const completeShare = 0.8

/** Whether a duration is enough of the programme. */
export const isComplete = (sec: number, { startSec, endSec }: CatchupSpan): boolean =>
  sec >= completeShare * (endSec - startSec)

/**
 * Whether a playlist is the requested programme. `time`: it covers another time; `short`: too little of it; `unclear`: a
 * live playlist without dates. Many sources without catch-up reply with their live stream.
 */
export function checkPlaylist(list: SourcePlaylist, span: CatchupSpan): 'good' | 'time' | 'short' | 'unclear' {
  const { isEnded, durationSec, firstMs } = list
  if (list.segments.length === 0) return 'short'
  if (firstMs !== null) {
    const firstSec = firstMs / 1000
    if (firstSec < span.startSec - maxLeadSec || firstSec >= span.endSec) return 'time'
    if (!isEnded) return 'good'
    const withinSec = Math.min(firstSec + durationSec, span.endSec) - Math.max(firstSec, span.startSec)
    return isComplete(withinSec, span) ? 'good' : 'short'
  }
  if (!isEnded) return 'unclear'
  return isComplete(durationSec, span) ? 'good' : 'short'
}

/** Duration to record, in seconds, including what the playlist has before the programme. */
export function recordingSec({ firstMs }: Pick<SourcePlaylist, 'firstMs'>, { startSec, endSec }: CatchupSpan): number {
  const leadSec = firstMs === null ? 0 : Math.max(0, startSec - firstMs / 1000)
  return Math.ceil(endSec - startSec + leadSec)
}
