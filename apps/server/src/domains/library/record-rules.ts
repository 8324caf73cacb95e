import { tvPidIds, type CommentKind, type SyncRecord, type WatchType } from '@yunmu/contract'

/** Pure rules of watch records. */

/** How far a user watched a title, channel or match. Times are Unix seconds. */
export interface WatchRecord {
  refId: number
  kind: CommentKind
  level: number
  positionMs: number
  durationMs: number
  watchedAt: number
}

/** Tolerated error of a browser's clock; later times are replaced by now. */
const maxClockSkewSec = 120
/** Minimum interval between records of the same episode… */
const minIntervalMs = 5000
/** …unless the position changed by more than this. */
const minSeekMs = 15_000

/** Converts a sent record to the stored form: position within the duration, time not in the future. */
export function toRecord(sent: SyncRecord, nowSec: number): WatchRecord {
  const durationMs = Math.round(sent.duration * 1000)
  const positionMs = Math.round(
    sent.currentTime === undefined ? durationMs * (sent.percent / 100) : sent.currentTime * 1000,
  )
  return {
    refId: sent.id,
    kind: kindOf(sent.type),
    level: sent.episode,
    positionMs: durationMs > 0 ? Math.min(positionMs, durationMs) : positionMs,
    durationMs,
    watchedAt: sent.saveTime > nowSec + maxClockSkewSec ? nowSec : Math.max(1, sent.saveTime),
  }
}

/** The kind of subjects that records of a type belong to. */
export const kindOf = (type: WatchType): CommentKind => (type === 'tv' ? 'vod' : type)

/** Key of the title, channel or match. */
export const keyOf = ({ kind, refId }: Pick<WatchRecord, 'kind' | 'refId'>): string => `${kind} ${refId}`

/** Fields that order two records of one title, most significant first. Within one second the further position wins. */
const orderKey = ({ watchedAt, level, positionMs, durationMs }: WatchRecord) => [
  watchedAt,
  level,
  positionMs,
  durationMs,
]

/** The newer of two records of one title, whatever their order of arrival. */
export function newerOf<R extends WatchRecord>(one: R, other: R): R {
  const otherKey = orderKey(other)
  for (const [at, value] of orderKey(one).entries()) {
    const difference = value - (otherKey[at] ?? 0)
    if (difference !== 0) return difference > 0 ? one : other
  }
  return one
}

/** The newest record of each title. */
export function newestOfEach<R extends WatchRecord>(records: Iterable<R>): R[] {
  const newest = new Map<string, R>()
  for (const record of records) {
    const key = keyOf(record)
    const known = newest.get(key)
    newest.set(key, known ? newerOf(known, record) : record)
  }
  return [...newest.values()]
}

/** Whether a record follows the last one so soon that it is redundant. */
export function isTooSoon(
  last: { level: number; positionMs: number; acceptedMs: number },
  next: { level: number; positionMs: number },
  nowMs: number,
): boolean {
  const isSeek = Math.abs(next.positionMs - last.positionMs) > minSeekMs
  return nowMs - last.acceptedMs < minIntervalMs && next.level === last.level && !isSeek
}

/** Watched share of the whole, 0 to 100 with two decimals; 0 if the duration is unknown. */
export function percentOf(positionMs: number, durationMs: number): number {
  return durationMs > 0 ? Math.min(100, Math.round((10_000 * positionMs) / durationMs) / 100) : 0
}

/** The record type of a title, by its top category. */
export const typeOfTitle = (pidId: number): WatchType => (tvPidIds.some((id) => id === pidId) ? 'tv' : 'vod')
