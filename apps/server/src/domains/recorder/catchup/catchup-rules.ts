/** A programme of the past, Unix seconds. */
export interface CatchupSpan {
  readonly startSec: number
  readonly endSec: number
}

/** What matters of a foreign playlist that is to be a programme of the past. */
export interface SourcePlaylist {
  /** The first of its renditions, where it is a list of those. */
  readonly rendition: string | null
  /** Whether nothing will follow. */
  readonly isEnded: boolean
  readonly durationSec: number
  /** When its first segment was on air, Unix milliseconds; null where it does not say. */
  readonly firstMs: number | null
  /** Addresses of its segments, as they are written. */
  readonly segments: readonly string[]
}

/** Reads a playlist of anybody's (RFC 8216): whatever stands in it, never fails. */
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

/** What a source may begin early: it cuts its archive where its segments end. */
const maxLeadSec = 180
/** Less of a programme is not worth the name. */
const completeShare = 0.8

/** Whether so much of a programme is the programme. */
export const isComplete = (sec: number, { startSec, endSec }: CatchupSpan): boolean =>
  sec >= completeShare * (endSec - startSec)

/**
 * Whether a playlist is the programme that was asked for. `time` is another time, `short` too little of it; `unclear` a list
 * that goes on and does not say when it was on air: many a source that has no past answers with what is on now.
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

/** How much is to be recorded of a list, in seconds: what it has before the programme, too. */
export function recordingSec({ firstMs }: Pick<SourcePlaylist, 'firstMs'>, { startSec, endSec }: CatchupSpan): number {
  const leadSec = firstMs === null ? 0 : Math.max(0, startSec - firstMs / 1000)
  return Math.ceil(endSec - startSec + leadSec)
}
