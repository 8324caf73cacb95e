import { Logger as QueueLogger, parseCronItem, run, type Runner } from 'graphile-worker'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { withLongStatements } from '../database/long-statements.ts'
import type { JobsStore } from './jobs-store.ts'
import { withoutSecrets, type Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Wakers } from './wakers.ts'

export type Task = (payload: unknown, context: { signal: AbortSignal }) => Promise<void>

export interface RunningJobs {
  /** Unfinished jobs are requeued after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

interface RunnerNeeds {
  pool: pg.Pool
  store: JobsStore
  log: Logger
  metrics: Metrics
  tasks: ReadonlyMap<string, Task>
  schedules: readonly { name: string; minutes: number }[]
  wakers: Wakers
}

const concurrency = 4
/** The database may notice the death of a process only after we start: checks soon at first, then rarely. */
const orphanCheckMs = { first: 1000, max: 60_000 }
const restartMs = 10_000

/** Runs jobs until stopped. Restarts the runner, which gives up after ten minutes without a database. */
export async function runJobsWithRestart(needs: RunnerNeeds): Promise<RunningJobs> {
  let restart: NodeJS.Timeout | undefined
  let stopped = false
  let running = await runJobs(needs)
  const restartWhenEnded = (): void => {
    void running.ended.then(scheduleRestart)
  }
  const scheduleRestart = (): void => {
    if (stopped) return
    restart = setTimeout(() => {
      runJobs(needs).then(
        (next) => {
          running = next
          restartWhenEnded()
        },
        (err: unknown) => {
          needs.log.error({ err }, 'the job runner could not be started')
          scheduleRestart()
        },
      )
    }, restartMs)
  }
  restartWhenEnded()
  return {
    async stop(timeoutMs) {
      stopped = true
      clearTimeout(restart)
      await running.stop(timeoutMs)
    },
  }
}

/** Runs jobs in this process. Releases jobs that dead processes left locked, at the start and periodically. */
async function runJobs(needs: RunnerNeeds): Promise<RunningJobs & { ended: Promise<void> }> {
  const { pool, store, log, metrics, tasks, schedules, wakers } = needs
  const stopping = new AbortController()
  const activeJobs = new Set<string>()
  const presence = createPresence(store, log, wakers)
  const freeOrphans = async (): Promise<void> => {
    const freed = await store.releaseOrphans()
    if (freed.length > 0) log.warn({ workers: freed }, 'jobs of dead processes were unlocked')
  }
  const tracked =
    (task: Task) =>
    async (payload: unknown, { job }: { job: { id: unknown } }): Promise<void> => {
      const id = String(job.id)
      activeJobs.add(id)
      await withLongStatements(() => task(payload, { signal: stopping.signal }))
      activeJobs.delete(id)
    }

  await freeOrphans()
  const runner = await run({
    pgPool: pool,
    logger: queueLogger(log, stopping.signal),
    concurrency,
    noHandleSignals: true,
    taskList: Object.fromEntries([...tasks].map(([name, task]) => [name, tracked(task)])),
    parsedCronItems: schedules.map(toCronItem),
    preset: {
      // Without batching, a job's result is written before the runner reports its end.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'presence',
          worker: { hooks: { startWorker: (_context, event) => presence.hold(event.worker.workerPool.id) } },
        },
      ],
    },
  })
  runner.events.on('job:success', ({ job }) => metrics.job(job.task_identifier, 'done'))
  runner.events.on('job:error', ({ job }) => {
    // A job that fails because it was aborted did not fail: it is requeued.
    if (stopping.signal.aborted) return
    metrics.job(job.task_identifier, 'failed')
    activeJobs.delete(String(job.id))
  })
  const stopChecking = checkRepeatedly(freeOrphans, log)
  const shutDown = async (timeoutMs: number): Promise<void> => {
    stopChecking()
    stopping.abort()
    await stopWithin(runner, wakers, timeoutMs)
    await presence.releaseLock(activeJobs)
  }
  const ended = runner.promise.catch(async (err: unknown) => {
    if (stopping.signal.aborted) return
    log.error({ err }, 'the job queue ended')
    await shutDown(0).catch(() => undefined)
  })
  return { ended, stop: shutDown }
}

/** Checks for jobs of dead processes periodically. Returns a function that stops it. */
function checkRepeatedly(check: () => Promise<void>, log: Logger): () => void {
  let delayMs = orphanCheckMs.first
  let timer: NodeJS.Timeout
  const next = (): void => {
    timer = setTimeout(() => {
      check().catch((err: unknown) => log.warn({ err }, 'jobs of dead processes could not be checked'))
      delayMs = Math.min(delayMs * 2, orphanCheckMs.max)
      next()
    }, delayMs)
    timer.unref()
  }
  next()
  return () => clearTimeout(timer)
}

/** Waits until a runner finished its jobs, and what was woken has ended, up to `timeoutMs`. */
async function stopWithin(runner: Runner, wakers: Pick<Wakers, 'settled'>, timeoutMs: number): Promise<void> {
  const waitAbort = new AbortController()
  const timeout = delay(timeoutMs, undefined, { signal: waitAbort.signal }).catch(() => undefined)
  // A runner that ended by itself rejects.
  const stopped = runner.stop().catch(() => undefined)
  await Promise.race([Promise.all([stopped, wakers.settled()]), timeout])
  waitAbort.abort()
}

function toCronItem({ name, minutes }: { name: string; minutes: number }): ReturnType<typeof parseCronItem> {
  return parseCronItem({
    task: name,
    match: ({ hour, min }) => (hour * 60 + min) % minutes === 0,
    options: { jobKey: `every:${name}`, queueName: `every:${name}`, maxAttempts: 1, backfillPeriod: 0 },
  })
}

/**
 * Holds the lock that shows other processes that this one is alive, and listens meanwhile; both again after connection
 * losses.
 */
function createPresence(store: JobsStore, log: Logger, { channels, wake }: Pick<Wakers, 'channels' | 'wake'>) {
  let worker: string | undefined
  let lock: Promise<() => void> | undefined
  let isReleased = false
  const acquire = async (name: string): Promise<void> => {
    worker = name
    if (lock) return void (await lock)
    const onLost = (): void => {
      lock = undefined
      if (!isReleased) retry(name)
    }
    lock = store.acquirePresence(name, { channels, onNotify: wake, onLost })
    await lock
    // Nobody heard what was notified before.
    for (const channel of channels) wake(channel)
  }
  const retry = (name: string): void => {
    acquire(name).catch((err: unknown) => {
      lock = undefined
      log.warn({ err }, 'the presence lock of the job runner could not be taken')
      setTimeout(() => isReleased || retry(name), 1000).unref()
    })
  }
  return {
    hold: acquire,
    /** Requeues the active jobs and releases the lock. */
    async releaseLock(activeJobs: ReadonlySet<string>): Promise<void> {
      isReleased = true
      if (worker !== undefined && activeJobs.size > 0) await store.requeue(worker, [...activeJobs])
      const release = await lock?.catch(() => undefined)
      release?.()
    },
  }
}

/**
 * Writes the queue's messages to our log; routine messages as debug, including failures of jobs that `stopping`
 * aborted.
 */
export function queueLogger(log: Logger, stopping?: AbortSignal): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    const text = `jobs: ${withoutSecrets(message)}`
    if (stopping?.aborted === true && meta?.failure === true) log.debug(text)
    else if (level === 'error') log.error(text)
    else if (level === 'warning') log.warn(text)
    else log.debug(text)
  })
}
