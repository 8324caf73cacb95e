/** What a record of something watched is, without a place to keep it: a player's page reads it before anything else. */

/** What this browser remembers of one episode, channel or film that was watched. */
export interface WatchRecord {
  /** The title or channel. */
  id: number
  /** The source that it was watched from, or the stream of a channel; 0 where it does not matter. */
  ids: number
  type: 'vod' | 'live'
  /** 1-based. */
  level: number
  name: string
  /** Unix seconds of the last moment watched. */
  time: number
  /** Seconds from the start. */
  currentTime: number
  /** Seconds; 0 for what has no end. */
  duration: number
  /** Whether the title has more than one episode, so that the episode is worth naming. */
  isLevel: boolean
  /** The top category: it stands in the address. */
  pidId: number
  /** The still, relative to `image_base`. */
  img: string
  /** Whether the station has it just so; only of what somebody watched who is signed in. */
  sent?: boolean
}

type RecordKey = Pick<WatchRecord, 'type' | 'id' | 'level'>

/** Under which the records lie in local storage, newest first. */
export const watchRecordKey = 'history'
export const watchRecordLimit = 200

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
    (fields.type === 'vod' || fields.type === 'live')
  )
}

/** Reads what was stored: whatever is no record is left out, so that a damaged entry costs only itself. */
export function parseWatchRecords(text: string | null): readonly WatchRecord[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(isWatchRecord).slice(0, watchRecordLimit) : []
  } catch {
    return []
  }
}

/** Puts a record first in place of what was known of the same episode; the oldest beyond the limit go. */
export function withRecord(records: readonly WatchRecord[], record: WatchRecord): WatchRecord[] {
  return [record, ...records.filter((other) => !isSame(other, record))].slice(0, watchRecordLimit)
}

/** Takes over what is known elsewhere, unless the same episode was watched here since. Newest first. */
export function withKnown(records: readonly WatchRecord[], known: WatchRecord): readonly WatchRecord[] {
  const own = records.find((one) => isSame(one, known))
  if (own && own.time >= known.time) return records
  return withRecord(records, known).toSorted((one, other) => other.time - one.time)
}

/** Marks what the station has now; what was watched on since is another matter. */
export function withSent(records: readonly WatchRecord[], sent: readonly WatchRecord[]): WatchRecord[] {
  const has = (record: WatchRecord): boolean =>
    sent.some(
      (one) =>
        isSame(one, record) && one.time === record.time && Math.abs(one.currentTime - record.currentTime) < 0.001,
    )
  return records.map((record) => (has(record) ? { ...record, sent: true } : record))
}

/** The last record of each title or channel, newest first. */
export function latestOfEachTitle(records: readonly WatchRecord[]): WatchRecord[] {
  const seen = new Set<string>()
  return records.filter(({ type, id }) => {
    const isFirst = !seen.has(`${type}${id}`)
    seen.add(`${type}${id}`)
    return isFirst
  })
}

/** How much was watched, 0 to 100 with at most two decimals. */
export function watchPercent({ currentTime, duration }: Pick<WatchRecord, 'currentTime' | 'duration'>): number {
  if (duration <= 0) return 0
  return Math.round(Math.min(1, currentTime / duration) * 10_000) / 100
}

const begunAfterSec = 10
const finishedPercent = 95

/** Whether it was watched to the end, credits aside. */
export const isFinished = (record: Pick<WatchRecord, 'currentTime' | 'duration'>): boolean =>
  watchPercent(record) >= finishedPercent

/** Whether going on where it was left is worth offering: begun, and not over. */
export const canResume = (record: Pick<WatchRecord, 'currentTime' | 'duration'>): boolean =>
  record.currentTime > begunAfterSec && !isFinished(record)

/** Where an episode was left, if going on there is worth it; otherwise the start. Seconds. */
export function resumeSec(records: readonly WatchRecord[], { id, level }: Pick<WatchRecord, 'id' | 'level'>): number {
  const record = records.find((one) => isSame(one, { type: 'vod', id, level }))
  return record && canResume(record) ? record.currentTime : 0
}
