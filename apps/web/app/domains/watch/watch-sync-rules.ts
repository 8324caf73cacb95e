import type { HistoryItem, SyncRecord } from '@yunmu/contract'
import { watchPercent, type WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { syncTypeOf } from '../../lib/watching/watch-records.ts'

/** What of a record is sent to the station. */
export const syncRecordOf = (record: WatchRecord): SyncRecord => ({
  type: syncTypeOf(record),
  id: record.id,
  episode: record.level,
  duration: record.duration,
  percent: watchPercent(record),
  currentTime: record.currentTime,
  title: record.name,
  saveTime: record.time,
})

/** A line of the station's history as this browser keeps it. */
export const recordOfItem = (item: HistoryItem): WatchRecord => ({
  id: item.id,
  ids: 0,
  type: item.type === 'live' ? 'live' : 'vod',
  level: item.level,
  name: item.name,
  time: item.time,
  currentTime: item.currentTime,
  duration: item.duration,
  isLevel: item.isSerial,
  pidId: item.pidId,
  img: item.still,
  sent: true,
})

/** The bounds are those of `SyncRecord`, which would bring its library along. */
const mostId = 2 ** 31 - 1
const mostLevel = 100_000
const mostSec = 1_000_000
const longestTitle = 400

const isWhole = (value: number, most: number): boolean => Number.isSafeInteger(value) && value >= 1 && value <= most

/** Whether the station takes it. One that was damaged here would keep all others from it. */
const canBeSent = ({ id, level, time, currentTime, duration, name }: WatchRecord): boolean =>
  isWhole(id, mostId) &&
  isWhole(level, mostLevel) &&
  isWhole(time, Number.MAX_SAFE_INTEGER) &&
  Math.max(currentTime, duration) <= mostSec &&
  name.length <= longestTitle

/** What the station does not have yet, the oldest first. */
export const unsentOf = (records: readonly WatchRecord[]): WatchRecord[] =>
  records.filter((record) => record.sent !== true && canBeSent(record)).toSorted((one, other) => one.time - other.time)

/** The station takes the same episode by single records no oftener than this. */
const pauseMs = 5000

/**
 * How records travel: one at a time while something plays, all together where there are more, or where one that cannot
 * wait follows too soon on another.
 */
export function wayOf(count: number, { urgent, sinceMs }: { urgent: boolean; sinceMs: number }): 'one' | 'all' {
  return count > 1 || (urgent && sinceMs <= pauseMs) ? 'all' : 'one'
}
