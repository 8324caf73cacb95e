import { tvPidIds, type SyncRecord } from '@yunmu/contract'

/** Pure decisions about watch records. */

export type RecordType = SyncRecord['type']

/** How far somebody watched something. Times are Unix seconds. */
export interface WatchRecord {
  refId: number
  /** A channel, not a title. */
  live: boolean
  level: number
  positionMs: number
  durationMs: number
  watchedAt: number
}

/** A browser's clock may run ahead by so much; what is later is taken as now. */
const maxClockSkewSec = 120
/** While one watches the same episode, a record more often than this is too soon… */
const minIntervalMs = 5000
/** …unless one went to another place in it. */
const minSeekMs = 15_000

/** What a browser sent, as it is kept: within the whole, and not from the future. */
export function toRecord(sent: SyncRecord, nowSec: number): WatchRecord {
  const durationMs = Math.round(sent.duration * 1000)
  const positionMs = Math.round(
    sent.currentTime === undefined ? durationMs * (sent.percent / 100) : sent.currentTime * 1000,
  )
  return {
    refId: sent.id,
    live: sent.type === 'live',
    level: sent.episode,
    positionMs: durationMs > 0 ? Math.min(positionMs, durationMs) : positionMs,
    durationMs,
    watchedAt: sent.saveTime > nowSec + maxClockSkewSec ? nowSec : Math.max(1, sent.saveTime),
  }
}

/** Same title or channel. */
export const keyOf = ({ live, refId }: Pick<WatchRecord, 'live' | 'refId'>): string =>
  `${live ? 'live' : 'title'} ${refId}`

/** The parts of a record that say which of two is newer, the weightiest first: of one second, the one further on. */
const orderKey = ({ watchedAt, level, positionMs, durationMs }: WatchRecord) => [
  watchedAt,
  level,
  positionMs,
  durationMs,
]

/** The newer of two records of one title. Which came first makes no difference. */
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

/** Whether a record came so soon after the last that it says nothing new. */
export function isTooSoon(
  last: { level: number; positionMs: number; acceptedMs: number },
  next: { level: number; positionMs: number },
  nowMs: number,
): boolean {
  const isSeek = Math.abs(next.positionMs - last.positionMs) > minSeekMs
  return nowMs - last.acceptedMs < minIntervalMs && next.level === last.level && !isSeek
}

/** How much of the whole, 0 to 100 with two decimals; 0 where the whole is not known. */
export function percentOf(positionMs: number, durationMs: number): number {
  return durationMs > 0 ? Math.min(100, Math.round((10_000 * positionMs) / durationMs) / 100) : 0
}

/** What a title is in a history, by its top category. */
export const typeOfTitle = (pidId: number): RecordType => (tvPidIds.some((id) => id === pidId) ? 'tv' : 'vod')
