import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createJobsStore } from './jobs-store.ts'
import { createJobs, defineJob, type Jobs } from './jobs.ts'
import { createLogger } from '../process/logger.ts'
import { createMetrics, type Metrics } from '../operations/metrics.ts'

const { pool, connection } = await createTestDatabase()
const film = defineJob('film', z.object({ name: z.string().check(z.minLength(1)) }))
const store = createJobsStore(pool)
const fixture = path.join(import.meta.dirname, 'jobs.fixture.ts')

const silent = createLogger({ level: 'silent' })

function someJobs(metrics: Metrics = createMetrics(), log = silent): Jobs {
  const jobs = createJobs({ pool, log, metrics })
  onTestFinished(() => jobs.stop(100))
  return jobs
}

/** Another process that starts a job and never finishes it. */
async function otherProcess(): Promise<{ takes(name: string): Promise<void>; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [fixture, JSON.stringify(connection)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
  const until = async (line: string): Promise<void> => {
    await expect.poll(() => said).toContain(line)
  }
  await until('ready')
  return {
    takes: (name) => until(`started ${name}`),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

beforeEach(async () => {
  await someJobs().enqueue(film, { name: 'to make the tables' })
  await pool.query('delete from graphile_worker._private_jobs')
})

describe('enqueueing', () => {
  test('a payload that does not match its kind is refused before it is stored', async () => {
    await expect(someJobs().enqueue(film, { name: '' })).rejects.toThrow()
    expect(await store.counts()).toEqual({ waiting: 0, running: 0, given_up: 0 })
  })

  test('a stored payload that no longer matches its kind fails its own job only', async () => {
    await someJobs().enqueue(defineJob('film', z.object({ title: z.string() })), { title: 'old' })
    const jobs = someJobs()
    const done: string[] = []
    jobs.handle(film, async ({ name }) => void done.push(name))
    await jobs.enqueue(film, { name: 'new' })
    await jobs.start()
    await expect.poll(() => done).toEqual(['new'])
    await expect.poll(() => store.counts()).toMatchObject({ waiting: 1, running: 0 })
  })

  test('a waiting job is replaced by one with the same key, and another key is enqueued beside it', async () => {
    const jobs = someJobs()
    for (const [key, name] of [
      ['1', 'a'],
      ['1', 'b'],
      ['2', 'c'],
    ] as const)
      await jobs.enqueue(film, { name }, { key })
    const done: string[] = []
    jobs.handle(film, async ({ name }) => void done.push(name))
    await jobs.start()
    await expect.poll(() => done.toSorted()).toEqual(['b', 'c'])
  })

  test('a job for later waits', async () => {
    const jobs = someJobs()
    const done: string[] = []
    jobs.handle(film, async ({ name }) => void done.push(name))
    await jobs.enqueue(film, { name: 'tomorrow' }, { runAtMs: Date.now() + 86_400_000 })
    await jobs.enqueue(film, { name: 'now' })
    await jobs.start()
    await expect.poll(() => done).toEqual(['now'])
    expect(await store.counts()).toMatchObject({ waiting: 1 })
  })

  test('a kind has one handler, registered before jobs run; an interval divides the day', async () => {
    const jobs = someJobs()
    jobs.handle(film, async () => undefined)
    expect(() => jobs.handle(film, async () => undefined)).toThrow('two handlers')
    expect(() => jobs.every('odd', 7, async () => undefined)).toThrow('divide')
    await jobs.start()
    expect(() => jobs.every('late', 10, async () => undefined)).toThrow('already')
  })
})

describe('schedules', () => {
  test('jobs of schedules that do not exist any more are removed at the start, other jobs stay', async () => {
    const waiting = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ key: string }>('select key from graphile_worker.jobs order by key')
      return rows.map(({ key }) => key)
    }
    const old = defineJob('films.old', z.object({}))
    await someJobs().enqueue(old, {}, { key: 'start' })
    await someJobs().enqueue(old, {}, { key: '17' })
    for (const name of ['films.old', 'films.count'])
      await pool.query('select graphile_worker.add_job($1, run_at => $2, job_key => $3)', [
        name,
        new Date(Date.now() + 86_400_000),
        `every:${name}`,
      ])
    const jobs = someJobs()
    jobs.every('films.count', 10, async () => undefined)
    await jobs.start()
    expect(await waiting()).toEqual(['every:films.count', 'films.old:17'])
  })
})

describe('failures', () => {
  test('a failed job is retried until its attempts are used up', async () => {
    const metrics = createMetrics()
    const jobs = someJobs(metrics)
    jobs.handle(film, () => Promise.reject(new Error('no')))
    await jobs.enqueue(film, { name: 'a' }, { maxAttempts: 1 })
    await jobs.enqueue(film, { name: 'b' })
    await jobs.start()
    await expect.poll(() => store.counts()).toEqual({ waiting: 1, running: 0, given_up: 1 })
    const { body } = await metrics.text()
    expect(body).toContain('yunmu_jobs_total{kind="film",outcome="failed"} 2')
    expect(body).toContain('yunmu_jobs{state="given_up"} 1')
  })

  test('a job of a killed process runs again', async () => {
    const other = await otherProcess()
    await someJobs().enqueue(film, { name: 'harbour' })
    await other.takes('harbour')
    await other.kill()
    expect(await store.counts()).toMatchObject({ running: 1 })

    const jobs = someJobs()
    const done: string[] = []
    jobs.handle(film, async ({ name }) => void done.push(name))
    await jobs.start()
    await expect.poll(() => done).toEqual(['harbour'])
    await expect.poll(() => store.counts()).toEqual({ waiting: 0, running: 0, given_up: 0 })
  })

  test('a job of a live process is left to it', async () => {
    const other = await otherProcess()
    await someJobs().enqueue(film, { name: 'lighthouse' })
    await other.takes('lighthouse')
    expect(await store.releaseOrphans()).toEqual([])
    expect(await store.counts()).toMatchObject({ running: 1 })
    await other.kill()
    await expect.poll(() => store.releaseOrphans()).toHaveLength(1)
  })

  test('a process that loses its connections still counts as alive', async () => {
    const other = await otherProcess()
    await someJobs().enqueue(film, { name: 'storm' })
    await other.takes('storm')
    const presence = `select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`
    const before = (await pool.query<{ pid: number }>(presence)).rows.map(({ pid }) => pid)
    expect(before).toHaveLength(1)
    await pool.query('select pg_terminate_backend($1)', before)
    await expect
      .poll(async () => (await pool.query<{ pid: number }>(presence)).rows.filter(({ pid }) => !before.includes(pid)))
      .toHaveLength(1)
    expect(await store.releaseOrphans()).toEqual([])
  })
})

describe('stopping', () => {
  test('running jobs are finished', async () => {
    const jobs = someJobs()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    jobs.handle(film, async () => {
      begun.resolve()
      await gate.promise
    })
    await jobs.enqueue(film, { name: 'short' })
    await jobs.start()
    await begun.promise
    const stopping = jobs.stop(10_000)
    gate.resolve()
    await stopping
    expect(await store.counts()).toEqual({ waiting: 0, running: 0, given_up: 0 })
  })

  test.each([
    [
      'breaks off when it is asked to',
      (signal: AbortSignal) => once(signal, 'abort').then(() => Promise.reject(new Error('later'))),
    ],
    ['hears nothing', () => new Promise(() => undefined)],
  ])(
    'a job that %s is requeued silently: it runs elsewhere at once, and the attempt does not count',
    async (_how, work) => {
      const said: string[] = []
      const log = createLogger({ level: 'warn', destination: { write: (line) => said.push(line) } })
      const jobs = someJobs(createMetrics(), log)
      const begun = Promise.withResolvers<void>()
      jobs.handle(film, async (_film, { signal }) => {
        begun.resolve()
        await work(signal)
      })
      await jobs.enqueue(film, { name: 'long' }, { maxAttempts: 1 })
      await jobs.start()
      await begun.promise
      await jobs.stop(200)
      expect(said).toEqual([])
      expect(await store.counts()).toEqual({ waiting: 1, running: 0, given_up: 0 })

      const next = someJobs()
      const done: string[] = []
      next.handle(film, async ({ name }) => void done.push(name))
      await next.start()
      await expect.poll(() => done).toEqual(['long'])
    },
  )

  test('stopping twice, or without a start, is not an error', async () => {
    const jobs = someJobs()
    await jobs.stop()
    await jobs.start()
    await jobs.stop()
    await expect(jobs.stop()).resolves.toBeUndefined()
  })
})
