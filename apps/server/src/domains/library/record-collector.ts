import { LRUCache } from 'lru-cache'
import { isTooSoon, keyOf, newerOf, type WatchRecord } from './record-rules.ts'
import type { RecordWriter, SentRecord } from './record-writer.ts'

/** Buffers records in memory, the newest of each user and title, and writes them in batches. */
export interface RecordCollector {
  /** False for a record that came too soon after the last one of this user and title. */
  add(userId: number, record: WatchRecord, nowMs: number): boolean
  /** Writes the buffered records of a user and waits for running writes, so that a following read is up to date. */
  flushUser(userId: number): Promise<void>
  /** Writes all buffered records. After a failure they stay buffered until the next call. */
  flush(): Promise<void>
}

/** Number of users and titles for which the time of the last record is remembered. */
const maxRecent = 100_000

export function createRecordCollector(writer: RecordWriter): RecordCollector {
  const pending = new Map<number, Map<string, SentRecord>>()
  const beingWritten = new Set<number>()
  const last = new LRUCache<string, { level: number; positionMs: number; acceptedMs: number }>({ max: maxRecent })
  let writing: Promise<unknown> = Promise.resolve()

  const buffer = (record: SentRecord): void => {
    const own = pending.get(record.userId) ?? new Map<string, SentRecord>()
    pending.set(record.userId, own)
    const key = keyOf(record)
    const known = own.get(key)
    own.set(key, known ? newerOf(known, record) : record)
  }

  const write = async (userIds: readonly number[]): Promise<void> => {
    const batch = userIds.flatMap((userId) => [...(pending.get(userId)?.values() ?? [])])
    if (batch.length === 0) return
    for (const userId of userIds) {
      pending.delete(userId)
      beingWritten.add(userId)
    }
    try {
      await writer.write(batch)
    } catch (err) {
      for (const record of batch) buffer(record)
      throw err
    } finally {
      beingWritten.clear()
    }
  }

  /** One batch at a time: an older batch must not be in flight while a newer one is built. */
  const enqueueWrite = (selectUsers: () => readonly number[]): Promise<void> => {
    const done = writing.then(() => write(selectUsers()))
    writing = done.catch(() => undefined)
    return done
  }

  return {
    add(userId, record, nowMs) {
      const key = `${userId} ${keyOf(record)}`
      const before = last.get(key)
      if (before && isTooSoon(before, record, nowMs)) return false
      const { level, positionMs } = record
      if (before) Object.assign(before, { level, positionMs, acceptedMs: nowMs })
      else last.set(key, { level, positionMs, acceptedMs: nowMs })
      buffer({ ...record, userId })
      return true
    },
    flushUser: (userId) =>
      pending.has(userId) || beingWritten.has(userId) ? enqueueWrite(() => [userId]) : Promise.resolve(),
    flush: () => enqueueWrite(() => [...pending.keys()]),
  }
}
