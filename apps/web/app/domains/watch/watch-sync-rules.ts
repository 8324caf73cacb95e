import type { HistoryItem, SyncRecord } from '@yunmu/contract'
import { watchPercent, type WatchRecord } from '../../lib/watching/watch-record-rules.ts'
import { recordTypeOf, syncTypeOf } from '../../lib/watching/watch-records.ts'

/** Converts a record to the call's input. */
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

/** Converts an item of the server's history to a local record. */
export const recordOfItem = (item: HistoryItem): WatchRecord => ({
  id: item.id,
  ids: 0,
  type: recordTypeOf(item.type),
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

/** Same bounds as `SyncRecord`; importing it would bundle the schema library. */
const maxId = 2 ** 31 - 1
const maxLevel = 100_000
const maxSec = 1_000_000
const maxTitleLength = 400

const isPositiveInteger = (value: number, max: number): boolean =>
  Number.isSafeInteger(value) && value >= 1 && value <= max

/** Whether the server accepts a record. A damaged one would make the server refuse the whole list. */
const isSendable = ({ id, level, time, currentTime, duration, name }: WatchRecord): boolean =>
  isPositiveInteger(id, maxId) &&
  isPositiveInteger(level, maxLevel) &&
  isPositiveInteger(time, Number.MAX_SAFE_INTEGER) &&
  Math.max(currentTime, duration) <= maxSec &&
  name.length <= maxTitleLength

/** Records not yet uploaded, oldest first. */
export const unsentOf = (records: readonly WatchRecord[]): WatchRecord[] =>
  records.filter((record) => record.sent !== true && isSendable(record)).toSorted((one, other) => one.time - other.time)

/** The server accepts single records of an episode at most this often. */
const minIntervalMs = 5000

/**
 * How to send records: one by one during playback; all in one call if there are several, or if an urgent record follows
 * too soon.
 */
export function sendModeOf(count: number, { urgent, sinceMs }: { urgent: boolean; sinceMs: number }): 'one' | 'all' {
  return count > 1 || (urgent && sinceMs <= minIntervalMs) ? 'all' : 'one'
}
