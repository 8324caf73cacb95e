import { expect, test } from 'vitest'
import { connectChannels } from '../../testing/worker-channels.ts'
import { createRecordCollector } from './record-collector.ts'
import type { WatchRecord } from './record-rules.ts'
import type { SentRecord } from './record-writer.ts'

const record = (positionSec: number): WatchRecord => ({
  refId: 7,
  kind: 'vod',
  level: 1,
  positionMs: positionSec * 1000,
  durationMs: 6_000_000,
  watchedAt: 1_700_000_000 + positionSec,
})

/** The collectors of a main process and two workers, and what they write. */
function openCollectors() {
  const written: SentRecord[] = []
  const writer = { write: async (records: readonly SentRecord[]) => written.push(...records) }
  const { main, workers } = connectChannels(2)
  const [inMain, first, second] = [main, ...workers].map((channel) => createRecordCollector(writer, channel))
  if (!inMain || !first || !second) throw new Error('three processes')
  return { written, inMain, first, second }
}

test('[F09] a record that follows too soon is refused, whichever web worker it reaches', async () => {
  const { first, second } = openCollectors()
  expect(await first.add(1, record(60), 1_000_000)).toBe(true)
  expect(await second.add(1, record(62), 1_002_000)).toBe(false)
  expect(await second.add(1, record(66), 1_006_000)).toBe(true)
})

test('[F09] a record that one web worker took is written by the main process, and before another worker reads', async () => {
  const { written, inMain, first, second } = openCollectors()
  await first.add(1, record(60), 1_000_000)
  await first.add(2, record(61), 1_000_000)
  await second.flushUser(1)
  expect(written).toEqual([{ ...record(60), userId: 1 }])
  await first.flush()
  expect(written).toHaveLength(1)
  await inMain.flush()
  expect(written.map(({ userId }) => userId)).toEqual([1, 2])
})

/** A collector over a database that is slow, or cannot write some records; it lists the users of each batch. */
function openSlowCollector() {
  const batches: number[][] = []
  const written: SentRecord[] = []
  const unwritable = new Set<number>()
  let gate = Promise.resolve()
  const writer = {
    async write(records: readonly SentRecord[]) {
      batches.push(records.map(({ userId }) => userId))
      await gate
      if (records.some(({ userId }) => unwritable.has(userId))) throw new Error('invalid text')
      return written.push(...records)
    },
  }
  const { main } = connectChannels(0)
  const collector = createRecordCollector(writer, main)
  return {
    collector,
    batches,
    written,
    unwritable,
    /** Holds writes until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

test('[F09] while the database is slow, the users who wait for their records are written in one batch', async () => {
  const { collector, batches, hold } = openSlowCollector()
  const users = Array.from({ length: 40 }, (_, at) => at + 1)
  for (const userId of users) await collector.add(userId, record(60), 1_000_000)
  const release = hold()
  const first = collector.flushUser(1)
  await expect.poll(() => batches).toEqual([[1]])
  const others = users.slice(1).map((userId) => collector.flushUser(userId))
  release()
  await Promise.all([first, ...others])
  expect(batches).toEqual([[1], users.slice(1)])
})

test('[F09] a record that comes during a write is written after it, and whoever reads then waits for both', async () => {
  const { collector, batches, written, hold } = openSlowCollector()
  await collector.add(1, record(60), 1_000_000)
  const release = hold()
  const first = collector.flushUser(1)
  await expect.poll(() => batches).toEqual([[1]])
  await collector.add(1, record(80), 1_020_000)
  const second = collector.flushUser(1)
  release()
  await Promise.all([first, second])
  expect(written.map(({ positionMs }) => positionMs)).toEqual([60_000, 80_000])
})

test('[F09] records that cannot be written fail their user only, and stay until they can', async () => {
  const { collector, written, unwritable } = openSlowCollector()
  for (const userId of [1, 2, 3, 4, 5]) await collector.add(userId, record(60), 1_000_000)
  unwritable.add(3)
  await expect(collector.flush()).rejects.toThrow('invalid text')
  expect(written.map(({ userId }) => userId)).toEqual([1, 2, 4, 5])
  await expect(collector.flushUser(3)).rejects.toThrow('invalid text')
  unwritable.clear()
  await collector.flushUser(3)
  expect(written.at(-1)).toMatchObject({ userId: 3 })
})

test('[F09] a batch has at most 500 users', async () => {
  const { collector, batches } = openSlowCollector()
  for (let userId = 1; userId <= 1100; userId++) await collector.add(userId, record(60), 1_000_000)
  await collector.flush()
  expect(batches.map((users) => users.length)).toEqual([500, 500, 100])
})
