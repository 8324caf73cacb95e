/** A programme of the past, Unix seconds. */
export interface CatchupSpan {
  readonly startSec: number
  readonly endSec: number
}

/** What matters of a foreign playlist that is to be a programme of the past. */
export interface ForeignList {
  /** The first of its renditions, where it is a list of those. */
  readonly rendition: string | null
  /** Whether nothing will follow. */
  readonly isEnded: boolean
  readonly sec: number
  /** When its first segment was on air, Unix milliseconds; null where it does not say. */
  readonly firstMs: number | null
  /** Addresses of its segments, as they are written. */
  readonly segments: readonly string[]
}

/** Reads a playlist of anybody's (RFC 8216): whatever stands in it, never fails. */
export function readForeignList(text: string): ForeignList {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  const addresses = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const isMaster = lines.some((line) => line.startsWith('#EXT-X-STREAM-INF'))
  const said = lines.find((line) => line.startsWith('#EXT-X-PROGRAM-DATE-TIME:'))?.slice(25)
  const firstMs = said === undefined ? Number.NaN : Date.parse(said)
  const seconds = lines.map((line) => Number(/^#EXTINF:(\d{1,6}(?:\.\d+)?)/.exec(line)?.[1] ?? 0))
  return {
    rendition: isMaster ? (addresses[0] ?? '') : null,
    isEnded: lines.includes('#EXT-X-ENDLIST'),
    sec: seconds.reduce((sum, each) => sum + each, 0),
    firstMs: Number.isNaN(firstMs) ? null : firstMs,
    segments: isMaster ? [] : addresses,
  }
}

/** What a source may begin early: it cuts its archive where its segments end. */
const mostLeadSec = 180
/** Less of a programme is not worth the name. */
const enough = 0.8

/** Whether so much of a programme is the programme. */
export const isEnough = (sec: number, { startSec, endSec }: CatchupSpan): boolean => sec >= enough * (endSec - startSec)

/**
 * Whether a playlist is the programme that was asked for. `time` is another time, `short` too little of it; `unclear` a list
 * that goes on and does not say when it was on air: many a source that has no past answers with what is on now.
 */
export function judgeList(list: ForeignList, span: CatchupSpan): 'good' | 'time' | 'short' | 'unclear' {
  const { isEnded, sec, firstMs } = list
  if (list.segments.length === 0) return 'short'
  if (firstMs !== null) {
    const firstSec = firstMs / 1000
    if (firstSec < span.startSec - mostLeadSec || firstSec >= span.endSec) return 'time'
    if (!isEnded) return 'good'
    const withinSec = Math.min(firstSec + sec, span.endSec) - Math.max(firstSec, span.startSec)
    return isEnough(withinSec, span) ? 'good' : 'short'
  }
  if (!isEnded) return 'unclear'
  return isEnough(sec, span) ? 'good' : 'short'
}

/** How much is to be recorded of a list, in seconds: what it has before the programme, too. */
export function wantedSec({ firstMs }: Pick<ForeignList, 'firstMs'>, { startSec, endSec }: CatchupSpan): number {
  const leadSec = firstMs === null ? 0 : Math.max(0, startSec - firstMs / 1000)
  return Math.ceil(endSec - startSec + leadSec)
}
