import type { Schema } from '@yunmu/contract'
import { makeWorkerUtils, type WorkerUtils } from 'graphile-worker'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { runJobsWithRestart, queueLogger, type RunningJobs, type Task } from './jobs-runner.ts'
import { createJobsStore } from './jobs-store.ts'
import { createWakers } from './wakers.ts'
import type { OpenTransaction } from '../database/open-transaction.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'

/** A kind of background job, run once by any process that runs jobs. */
export interface JobKind<Payload extends Schema = Schema> {
  readonly name: string
  readonly payload: Payload
}

export function defineJob<Payload extends Schema>(name: string, payload: Payload): JobKind<Payload> {
  return { name, payload }
}

export interface EnqueueOptions {
  /** Replaces a waiting job with the same key. */
  key?: string
  /** Earliest start, Unix milliseconds. */
  runAtMs?: number
  /** Maximum number of attempts, with delays from seconds to hours between them. Default 10. */
  maxAttempts?: number
  /** Jobs of one queue run one after another: for those that wait long for others, so that the rest does not. */
  queue?: string
  /** Enqueues the job with the commit of this transaction. */
  tx?: OpenTransaction
}

/** When `signal` aborts, the handler must stop in a state from which the next attempt can continue. */
export type JobHandler<Payload> = (payload: Payload, context: { signal: AbortSignal }) => Promise<void>

export interface Jobs {
  /**
   * Creates the tables of the queue where they do not exist. Whoever enqueues in many transactions at once calls it before
   * them: the first use takes a connection, and all may be held by transactions.
   */
  prepare(): Promise<void>
  /** Throws if the payload does not match the kind. Any process may enqueue, whether it runs jobs or not. */
  enqueue<Payload extends Schema>(
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Registers the handler of a kind, before `start`. A handler may run again after a crash in its middle. */
  handle<Payload extends Schema>(kind: JobKind<Payload>, handler: JobHandler<z.output<Payload>>): void
  /** Runs every so many minutes (a divisor of a day), in one process and never concurrently. Before `start`. */
  every(name: string, minutes: number, handler: (context: { signal: AbortSignal }) => Promise<void>): void
  /**
   * Runs in each process that runs jobs, soon after a transaction has committed that notified a channel of the database
   * (`NOTIFY`); also when such notifications may have been lost. Never concurrently in a process. What fails is logged, and
   * left to the next time. Before `start`.
   */
  onNotify(channel: string, handler: () => Promise<void>): void
  /** Starts running jobs, first those that a dead process left unfinished. */
  start(): Promise<void>
  /** Stops within `timeoutMs`; unfinished jobs are requeued, so that another process can run them at once. */
  stop(timeoutMs?: number): Promise<void>
}

const defaultAttempts = 10
const defaultTimeoutMs = 2500
const dayMinutes = 24 * 60

/** Jobs in the station's PostgreSQL (graphile-worker). */
export function createJobs({ pool, log, metrics }: { pool: pg.Pool; log: Logger; metrics: Metrics }): Jobs {
  const store = createJobsStore(pool)
  const tasks = new Map<string, Task>()
  const schedules: { name: string; minutes: number }[] = []
  const wakers = createWakers(log)
  let utils: Promise<WorkerUtils> | undefined
  let running: Promise<RunningJobs> | undefined
  let isCounted = false

  const queue = (): Promise<WorkerUtils> => {
    utils ??= makeWorkerUtils({ pgPool: pool, logger: queueLogger(log) })
    utils.catch(() => {
      utils = undefined
    })
    return utils
  }
  const add = (name: string, task: Task): void => {
    if (running) throw new Error(`${name}: jobs are running already`)
    if (tasks.has(name)) throw new Error(`${name} has two handlers`)
    tasks.set(name, task)
  }

  /** The queue has tables by now. A second start, after a stop, finds the metric there. */
  const count = (): void => {
    if (isCounted) return
    isCounted = true
    metrics.addGauge({
      name: 'yunmu_jobs',
      help: 'Jobs by state.',
      label: 'state',
      read: async () => ({ ...(await store.counts()) }),
    })
  }

  return {
    async prepare() {
      await queue()
    },
    async enqueue(kind, payload, { key, runAtMs, maxAttempts = defaultAttempts, queue: queueName, tx } = {}) {
      kind.payload.parse(payload)
      const jobKey = key === undefined ? undefined : `${kind.name}:${key}`
      if (tx) {
        // Creates the tables of the queue, outside the transaction.
        await queue()
        await store.add(tx, { name: kind.name, payload, jobKey, runAtMs, maxAttempts, queueName })
        return
      }
      await (
        await queue()
      ).addJob(kind.name, payload, {
        maxAttempts,
        ...(jobKey === undefined ? {} : { jobKey }),
        ...(runAtMs === undefined ? {} : { runAt: new Date(runAtMs) }),
        ...(queueName === undefined ? {} : { queueName }),
      })
    },
    handle(kind, handler) {
      add(kind.name, (payload, context) => handler(kind.payload.parse(payload), context))
    },
    every(name, minutes, handler) {
      if (!Number.isInteger(dayMinutes / minutes)) throw new Error(`${name}: ${minutes} minutes do not divide a day`)
      add(name, (_payload, context) => handler(context))
      schedules.push({ name, minutes })
    },
    onNotify: wakers.add,
    async start() {
      running ??= queue().then(async () => {
        await store.removeOldScheduled([...tasks.keys()])
        count()
        return runJobsWithRestart({ pool, store, log, metrics, tasks, schedules, wakers })
      })
      await running
    },
    async stop(timeoutMs = defaultTimeoutMs) {
      const current = await running?.catch(() => undefined)
      running = undefined
      await current?.stop(timeoutMs)
      const openUtils = await utils?.catch(() => undefined)
      utils = undefined
      await openUtils?.release()
    },
  }
}
