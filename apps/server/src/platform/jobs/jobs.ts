import type { Schema } from '@yunmu/contract'
import { makeWorkerUtils, type WorkerUtils } from 'graphile-worker'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { keepJobsRunning, queueLogger, type RunningJobs, type Task } from './jobs-runner.ts'
import { createJobsStore } from './jobs-store.ts'
import type { Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'

/** A kind of work that is done later, once, by any process of the station that runs jobs. */
export interface JobKind<Payload extends Schema = Schema> {
  readonly name: string
  readonly payload: Payload
}

export function defineJob<Payload extends Schema>(name: string, payload: Payload): JobKind<Payload> {
  return { name, payload }
}

export interface EnqueueOptions {
  /** A job that waits under the same key is replaced. */
  key?: string
  /** Not before this moment, Unix milliseconds. */
  runAtMs?: number
  /** Tries before the job is given up; the pauses between them grow from seconds to hours. Default 10. */
  maxAttempts?: number
}

/** `signal` asks to break off: what is done until then must be such that the next try can go on from it. */
export type JobHandler<Payload> = (payload: Payload, context: { signal: AbortSignal }) => Promise<void>

export interface Jobs {
  /** Throws where the payload is not what the kind says. Any process may enqueue, whether it runs jobs or not. */
  enqueue<Payload extends Schema>(
    kind: JobKind<Payload>,
    payload: z.input<Payload>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** States who does a kind of work. Before `start`. A handler may run again after a crash in its middle. */
  handle<Payload extends Schema>(kind: JobKind<Payload>, handler: JobHandler<z.output<Payload>>): void
  /** Runs every so many minutes (a divisor of a day), in one of the processes, and never twice at once. Before `start`. */
  every(name: string, minutes: number, handler: (context: { signal: AbortSignal }) => Promise<void>): void
  /** Begins to run jobs, those first that a process that died has left in its middle. */
  start(): Promise<void>
  /** Ends within `patienceMs`: what does not finish until then is handed back, to run elsewhere at once. */
  stop(patienceMs?: number): Promise<void>
}

const defaultAttempts = 10
const defaultPatienceMs = 2500
const dayMinutes = 24 * 60

/** Jobs on the station's own PostgreSQL (graphile-worker). */
export function createJobs({ pool, log, metrics }: { pool: pg.Pool; log: Logger; metrics: Metrics }): Jobs {
  const store = createJobsStore(pool)
  const tasks = new Map<string, Task>()
  const rounds: { name: string; minutes: number }[] = []
  let utils: Promise<WorkerUtils> | undefined
  let running: Promise<RunningJobs> | undefined

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

  return {
    async enqueue(kind, payload, { key, runAtMs, maxAttempts = defaultAttempts } = {}) {
      kind.payload.parse(payload)
      await (
        await queue()
      ).addJob(kind.name, payload, {
        maxAttempts,
        ...(key === undefined ? {} : { jobKey: `${kind.name}:${key}` }),
        ...(runAtMs === undefined ? {} : { runAt: new Date(runAtMs) }),
      })
    },
    handle(kind, handler) {
      add(kind.name, (payload, context) => handler(kind.payload.parse(payload), context))
    },
    every(name, minutes, handler) {
      if (!Number.isInteger(dayMinutes / minutes)) throw new Error(`${name}: ${minutes} minutes do not divide a day`)
      add(name, (_payload, context) => handler(context))
      rounds.push({ name, minutes })
    },
    async start() {
      running ??= queue().then(() => {
        metrics.watch({
          name: 'yunmu_jobs',
          help: 'Jobs by state.',
          label: 'state',
          read: async () => ({ ...(await store.counts()) }),
        })
        return keepJobsRunning({ pool, store, log, metrics, tasks, rounds })
      })
      await running
    },
    async stop(patienceMs = defaultPatienceMs) {
      const ending = await running?.catch(() => undefined)
      running = undefined
      await ending?.stop(patienceMs)
      const opened = await utils?.catch(() => undefined)
      utils = undefined
      await opened?.release()
    },
  }
}
