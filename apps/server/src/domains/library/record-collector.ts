import { CommentKind } from '@yunmu/contract'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { isUnavailable } from '../../platform/http/failures.ts'
import { defineRequest, type WorkerChannel } from '../../platform/process/worker-channel.ts'
import { isTooSoon, keyOf, newerOf, type WatchRecord } from './record-rules.ts'
import type { RecordWriter, SentRecord } from './record-writer.ts'

/**
 * Buffers records in memory, the newest of each user and title, and writes them in batches. The buffer of several web
 * workers is in the main process: it holds what viewers were told is saved, so a killed worker must not lose it, and any
 * worker may be asked for it.
 */
export interface RecordCollector {
  /** False for a record that came too soon after the last one of this user and title. */
  add(userId: number, record: WatchRecord, nowMs: number): Promise<boolean>
  /** Writes the buffered records of a user and waits for running writes, so that a following read is up to date. */
  flushUser(userId: number): Promise<void>
  /** Writes all buffered records. After a failure they stay buffered until the next call. */
  flush(): Promise<void>
}

/** Number of users and titles for which the time of the last record is remembered. */
const maxRecent = 100_000
/** Users in one batch, so that a request waits only for batches of bounded size. */
const maxUsersPerBatch = 500

const Record = z.object({
  refId: z.number(),
  kind: CommentKind,
  level: z.number(),
  positionMs: z.number(),
  durationMs: z.number(),
  watchedAt: z.number(),
})
const addRecord = defineRequest(
  'library.addRecord',
  z.object({ userId: z.int(), record: Record, nowMs: z.number() }),
  z.boolean(),
)
const flushRecords = defineRequest('library.flushUser', z.object({ userId: z.int() }), z.object({}))

export function createRecordCollector(writer: RecordWriter, channel: WorkerChannel): RecordCollector {
  const pending = new Map<number, Map<string, SentRecord>>()
  const last = new LRUCache<string, { level: number; positionMs: number; acceptedMs: number }>({ max: maxRecent })

  const buffer = (record: SentRecord): void => {
    const own = pending.get(record.userId) ?? new Map<string, SentRecord>()
    pending.set(record.userId, own)
    const key = keyOf(record)
    const known = own.get(key)
    own.set(key, known ? newerOf(known, record) : record)
  }
  const takeOf = (userId: number): SentRecord[] => {
    const records = [...(pending.get(userId)?.values() ?? [])]
    pending.delete(userId)
    return records
  }
  const writes = createUserWrites(async (userIds) => {
    const batch = userIds.flatMap(takeOf)
    if (batch.length === 0) return
    try {
      await writer.write(batch)
    } catch (err) {
      for (const record of batch) buffer(record)
      throw err
    }
  })

  const add = channel.runInMain(addRecord, async ({ userId, record, nowMs }) => {
    const key = `${userId} ${keyOf(record)}`
    const before = last.get(key)
    if (before && isTooSoon(before, record, nowMs)) return false
    const { level, positionMs } = record
    if (before) Object.assign(before, { level, positionMs, acceptedMs: nowMs })
    else last.set(key, { level, positionMs, acceptedMs: nowMs })
    buffer({ ...record, userId })
    return true
  })
  const flushUser = channel.runInMain(flushRecords, async ({ userId }) => {
    if (pending.has(userId) || writes.isRunning(userId)) await writes.request(userId)
    return {}
  })

  return {
    add: (userId, record, nowMs) => add({ userId, record, nowMs }),
    async flushUser(userId) {
      await flushUser({ userId })
    },
    async flush() {
      const userIds = [...pending.keys()]
      const failures: unknown[] = []
      // In parts, so that a user who waits meanwhile does not wait for all of them.
      for (let at = 0; at < userIds.length && !failures.some(isUnavailable); at += maxUsersPerBatch) {
        const settled = await Promise.allSettled(userIds.slice(at, at + maxUsersPerBatch).map(writes.request))
        failures.push(...settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

/**
 * Writes for users, who wait for it together: one batch at a time, because an older one must not be in flight while a
 * newer one is built, and in it all users who were requested meanwhile. A batch that fails because of its contents is
 * divided, so that only the users fail whose records cannot be written.
 */
function createUserWrites(write: (userIds: readonly number[]) => Promise<void>) {
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  let running: ReadonlySet<number> = new Set()
  let isActive = false

  const settle = async (batch: readonly (readonly [number, PromiseWithResolvers<void>])[]): Promise<void> => {
    try {
      await write(batch.map(([userId]) => userId))
      for (const [, requested] of batch) requested.resolve()
    } catch (err) {
      if (batch.length === 1 || isUnavailable(err)) {
        for (const [, requested] of batch) requested.reject(err)
        return
      }
      const middle = Math.ceil(batch.length / 2)
      await settle(batch.slice(0, middle))
      await settle(batch.slice(middle))
    }
  }
  const run = async (): Promise<void> => {
    while (waiting.size > 0) {
      const batch = [...waiting.entries().take(maxUsersPerBatch)]
      for (const [userId] of batch) waiting.delete(userId)
      running = new Set(batch.map(([userId]) => userId))
      await settle(batch)
    }
    running = new Set()
    isActive = false
  }
  return {
    /** Whether a write of this user's records has begun and not ended. */
    isRunning: (userId: number): boolean => running.has(userId),
    /** Resolves when a batch that begins after this call has been written. */
    request(userId: number): Promise<void> {
      const requested = waiting.get(userId) ?? Promise.withResolvers<void>()
      waiting.set(userId, requested)
      if (!isActive) {
        isActive = true
        queueMicrotask(() => void run())
      }
      return requested.promise
    },
  }
}
