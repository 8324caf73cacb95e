/** Watch records without their storage: player pages import this before anything else. */

/** Watch progress of one episode, film, channel or match in this browser. */
export interface WatchRecord {
  /** Id of the title, channel or match. */
  id: number
  /** Source of the title, or stream; 0 if it does not matter. */
  ids: number
  type: 'vod' | 'live' | 'match'
  /** Of the episode or, in a match, of the stream; 1-based. */
  level: number
  name: string
  /** Unix seconds when it was last watched. */
  time: number
  /** Position in seconds. */
  currentTime: number
  /** Seconds; 0 if it has no end. */
  duration: number
  /** Whether the title has several episodes, so that the episode is worth naming. */
  isLevel: boolean
  /** Top category, part of the address. */
  pidId: number
  /** Still picture, relative to `image_base`. */
  img: string
  /** Whether the server has exactly this record; set for signed-in users only. */
  sent?: boolean
}

type RecordKey = Pick<WatchRecord, 'type' | 'id' | 'level'>

/** Local storage key of the records, newest first. */
export const watchRecordKey = 'history'
export const watchRecordLimit = 200
/**
 * Rows of home for one viewer: titles to resume, titles that the viewer may like. Also local storage keys, which are
 * present if home has the row: the boot script reads them before the first paint.
 */
export const homeRows = ['resume', 'recommended'] as const
export type HomeRow = (typeof homeRows)[number]
/** Fewer titles beside the hero's are no row. */
export const minResumeRow = 2

const isSame = (one: RecordKey, other: RecordKey): boolean =>
  one.type === other.type && one.id === other.id && one.level === other.level

function isWatchRecord(value: unknown): value is WatchRecord {
  if (!(value instanceof Object)) return false
  const fields: Partial<Record<keyof WatchRecord, unknown>> = value
  const numbers = [fields.id, fields.ids, fields.level, fields.time, fields.currentTime, fields.duration, fields.pidId]
  return (
    numbers.every((number) => typeof number === 'number' && Number.isFinite(number) && number >= 0) &&
    typeof fields.name === 'string' &&
    typeof fields.img === 'string' &&
    typeof fields.isLevel === 'boolean' &&
    (fields.type === 'vod' || fields.type === 'live' || fields.type === 'match')
  )
}

/** Parses stored records. Invalid entries are skipped, so that a damaged entry does not lose the others. */
export function parseWatchRecords(text: string | null): readonly WatchRecord[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isWatchRecord).slice(0, watchRecordLimit) : []
  } catch {
    return []
  }
}

/** Puts a record first and removes the older one of the same episode. Drops the oldest beyond the limit. */
export function withRecord(records: readonly WatchRecord[], record: WatchRecord): WatchRecord[] {
  return [record, ...records.filter((other) => !isSame(other, record))].slice(0, watchRecordLimit)
}

/** Merges a record from elsewhere unless the local one is newer. Newest first. */
export function withMerged(records: readonly WatchRecord[], other: WatchRecord): readonly WatchRecord[] {
  const own = records.find((one) => isSame(one, other))
  if (own && own.time >= other.time) return records
  return withRecord(records, other).toSorted((one, other) => other.time - one.time)
}

/** Marks records that the server has; a record watched further since stays unmarked. */
export function withSent(records: readonly WatchRecord[], sent: readonly WatchRecord[]): WatchRecord[] {
  const has = (record: WatchRecord): boolean =>
    sent.some(
      (one) =>
        isSame(one, record) && one.time === record.time && Math.abs(one.currentTime - record.currentTime) < 0.001,
    )
  return records.map((record) => (has(record) ? { ...record, sent: true } : record))
}

/** The last record of each title, channel or match, newest first. */
export function latestOfEachTitle(records: readonly WatchRecord[]): WatchRecord[] {
  const seen = new Set<string>()
  return records.filter(({ type, id }) => {
    const isFirst = !seen.has(`${type}${id}`)
    seen.add(`${type}${id}`)
    return isFirst
  })
}

/** Watched percentage, 0 to 100 with at most two decimals. */
export function watchPercent({ currentTime, duration }: Pick<WatchRecord, 'currentTime' | 'duration'>): number {
  if (duration <= 0) return 0
  return Math.round(Math.min(1, currentTime / duration) * 10_000) / 100
}

const startedAfterSec = 10
const finishedPercent = 95

/** Whether it was watched to the end, not counting the credits. */
export const isFinished = (record: Pick<WatchRecord, 'currentTime' | 'duration'>): boolean =>
  watchPercent(record) >= finishedPercent

/** Whether resuming is worth offering: started and not finished. */
export const canResume = (record: Pick<WatchRecord, 'currentTime' | 'duration'>): boolean =>
  record.currentTime > startedAfterSec && !isFinished(record)

/** Whether these records alone fill the row of titles to resume: the hero shows the first of them. */
export const fillResumeRow = (records: readonly WatchRecord[]): boolean =>
  latestOfEachTitle(records).filter((record) => record.type !== 'live' && canResume(record)).length > minResumeRow

/** Position in seconds to resume an episode from; 0 if resuming is not worth it. */
export function resumeSec(records: readonly WatchRecord[], { id, level }: Pick<WatchRecord, 'id' | 'level'>): number {
  const record = records.find((one) => isSame(one, { type: 'vod', id, level }))
  return record && canResume(record) ? record.currentTime : 0
}

/** The same for the recording of a match, on whatever stream it was watched last. */
export function resumeMatchSec(records: readonly WatchRecord[], id: number): number {
  const record = records.find((one) => one.type === 'match' && one.id === id)
  return record && canResume(record) ? record.currentTime : 0
}
