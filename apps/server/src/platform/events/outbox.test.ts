import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createJobs, defineJob, type Jobs } from '../jobs/jobs.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createLogger } from '../process/logger.ts'
import { openDatabaseBus } from './database-bus.ts'
import { defineEvent, type Bus } from './events.ts'
import { localBus } from '../../testing/local-bus.ts'
import { createTransactionalEvents, type TransactionalEvents } from './outbox.ts'

const { db, pool, connection } = await createTestDatabase()
const log = createLogger({ level: 'silent' })
const paid = defineEvent('test.paid', z.object({ order: z.int() }))
const shipped = defineJob('test.ship', z.object({ order: z.int() }))
const orders = db.withTables<{ test_order: { id: number } }>()
await pool.query('create table test_order (id int primary key)')

interface Instance {
  events: TransactionalEvents
  jobs: Jobs
  /** Ids of the orders whose events this instance received. */
  heard: (number | undefined)[]
}

function anInstance(bus: Bus): Instance {
  const jobs = createJobs({ pool, log, metrics: createMetrics() })
  const onError = (err: unknown): void => {
    throw err
  }
  const events = createTransactionalEvents({ bus, onError, db, jobs })
  const heard: Instance['heard'] = []
  events.on(paid, (detail) => heard.push(detail?.order))
  onTestFinished(() => jobs.stop(100))
  return { events, jobs, heard }
}

async function anInstanceOfMany(): Promise<Instance> {
  const bus = await openDatabaseBus({ connection, log, onGap: () => undefined })
  onTestFinished(() => bus.close())
  return anInstance(bus)
}

/** Stores an order, and announces it. */
const pay = ({ events }: Instance, order: number): Promise<void> =>
  orders.transaction().execute(async (tx) => {
    await tx.insertInto('test_order').values({ id: order }).execute()
    await events.announceIn(tx, paid, { order })
  })

const countOf = async (table: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count ?? -1

beforeEach(async () => {
  await createJobs({ pool, log, metrics: createMetrics() }).enqueue(shipped, { order: 0 })
  await pool.query('truncate test_order, event_outbox, graphile_worker._private_jobs')
})

test('an event and a job of a transaction that is rolled back leave nothing', async () => {
  const instance = anInstance(localBus)
  await expect(
    orders.transaction().execute(async (tx) => {
      await instance.events.announceIn(tx, paid, { order: 1 })
      await instance.jobs.enqueue(shipped, { order: 1 }, { tx })
      throw new Error('no money')
    }),
  ).rejects.toThrow('no money')
  await instance.events.deliverCommitted()
  expect([await countOf('event_outbox'), await countOf('graphile_worker.jobs'), instance.heard]).toEqual([0, 0, []])
})

test('a job of a transaction runs after the commit, not before', async () => {
  const { jobs } = anInstance(localBus)
  const seen: number[] = []
  jobs.handle(shipped, async () => void seen.push(await countOf('test_order')))
  await jobs.start()
  await orders.transaction().execute(async (tx) => {
    await jobs.enqueue(shipped, { order: 1 }, { tx })
    await tx.insertInto('test_order').values({ id: 1 }).execute()
  })
  await expect.poll(() => seen).toEqual([1])
})

test('a job of a transaction keeps its key, its time and its payload’s kind', async () => {
  const { jobs } = anInstance(localBus)
  const runAtMs = Date.now() + 86_400_000
  await orders.transaction().execute(async (tx) => {
    await jobs.enqueue(shipped, { order: 1 }, { tx, key: 'a', runAtMs, maxAttempts: 3 })
    await jobs.enqueue(shipped, { order: 2 }, { tx, key: 'a', runAtMs })
    await expect(jobs.enqueue(shipped, { order: 1.5 }, { tx })).rejects.toThrow()
  })
  const { rows } = await pool.query('select payload, run_at, key from graphile_worker._private_jobs')
  expect(rows).toEqual([{ payload: { order: 2 }, run_at: new Date(runAtMs), key: 'test.ship:a' }])
})

test('an event is not announced before its commit, and then once to every listener', async () => {
  const instance = anInstance(localBus)
  await instance.jobs.start()
  await orders.transaction().execute(async (tx) => {
    await instance.events.announceIn(tx, paid, { order: 1 })
    await instance.events.announceIn(tx, paid, { order: 2 })
    await instance.events.deliverCommitted()
    expect(instance.heard).toEqual([])
  })
  await expect.poll(() => instance.heard).toEqual([1, 2])
  await expect.poll(() => countOf('event_outbox')).toBe(0)
})

test('of two instances that run jobs, each receives each event once', async () => {
  const [one, other] = [await anInstanceOfMany(), await anInstanceOfMany()]
  await Promise.all([one.jobs.start(), other.jobs.start()])
  const numbers = Array.from({ length: 20 }, (_, at) => at + 1)
  for (const order of numbers) await pay(order % 2 === 0 ? one : other, order)
  await expect.poll(() => one.heard).toHaveLength(20)
  await expect.poll(() => other.heard).toHaveLength(20)
  expect([one.heard.toSorted(ascending), other.heard.toSorted(ascending)]).toEqual([numbers, numbers])
  await expect.poll(() => countOf('event_outbox')).toBe(0)
})

const ascending = (one: number | undefined, other: number | undefined): number => (one ?? 0) - (other ?? 0)

test('events of transactions that follow each other are announced in their order', async () => {
  const instance = anInstance(localBus)
  for (const order of [3, 1, 2]) await pay(instance, order)
  await instance.events.deliverCommitted()
  expect(instance.heard).toEqual([3, 1, 2])
})

test.each(['unannounced', 'announcing'])(
  'an event of a process that was killed (%s) is announced by the next one',
  async (when) => {
    const fixture = path.join(import.meta.dirname, 'outbox.fixture.ts')
    const child = spawn(process.execPath, [fixture, JSON.stringify(connection), when], { stdio: 'inherit' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    const next = await anInstanceOfMany()
    expect([await countOf('event_outbox'), next.heard]).toEqual([1, []])
    await next.jobs.start()
    await expect.poll(() => next.heard).toEqual([7])
    await expect.poll(() => countOf('event_outbox')).toBe(0)
  },
)

test('while the other processes cannot be reached, the event stays in the outbox', async () => {
  let isConnected = false
  const instance = anInstance({ ...localBus, flush: async () => isConnected })
  await pay(instance, 1)
  await expect(instance.events.deliverCommitted()).rejects.toThrow('could not be sent')
  expect(await countOf('event_outbox')).toBe(1)
  isConnected = true
  await instance.events.deliverCommitted()
  expect([instance.heard, await countOf('event_outbox')]).toEqual([[1, 1], 0])
})
