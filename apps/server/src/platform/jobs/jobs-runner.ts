import { Logger as QueueLogger, parseCronItem, run, type Runner } from 'graphile-worker'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { JobsStore } from './jobs-store.ts'
import { withoutSecrets, type Logger } from '../process/logger.ts'
import type { Metrics } from '../operations/metrics.ts'

export type Task = (payload: unknown, context: { signal: AbortSignal }) => Promise<void>

export interface RunningJobs {
  /** What does not finish within that time is handed back. */
  stop(patienceMs: number): Promise<void>
}

interface RunnerNeeds {
  pool: pg.Pool
  store: JobsStore
  log: Logger
  metrics: Metrics
  tasks: ReadonlyMap<string, Task>
  rounds: readonly { name: string; minutes: number }[]
}

const concurrency = 4
/** The database may notice a moment later than we start that a process has died: soon at first, then now and then. */
const lookAgainMs = { first: 1000, longest: 60_000 }
const restartMs = 10_000

/** Runs jobs until it is stopped: the queue gives up after ten minutes without a database, and the station does not. */
export async function keepJobsRunning(needs: RunnerNeeds): Promise<RunningJobs> {
  let restart: NodeJS.Timeout | undefined
  let stopped = false
  let running = await runJobs(needs)
  const follow = (): void => {
    void running.ended.then(again)
  }
  const again = (): void => {
    if (stopped) return
    restart = setTimeout(() => {
      runJobs(needs).then(
        (next) => {
          running = next
          follow()
        },
        (err: unknown) => {
          needs.log.error({ err }, 'jobs do not run')
          again()
        },
      )
    }, restartMs)
  }
  follow()
  return {
    async stop(patienceMs) {
      stopped = true
      clearTimeout(restart)
      await running.stop(patienceMs)
    },
  }
}

/** Runs jobs in this process. Frees first, and again and again, what processes that died have left locked. */
async function runJobs(needs: RunnerNeeds): Promise<RunningJobs & { ended: Promise<void> }> {
  const { pool, store, log, metrics, tasks, rounds } = needs
  const stopping = new AbortController()
  const inHand = new Set<string>()
  const presence = createPresence(store, log)
  const freeOrphans = async (): Promise<void> => {
    const freed = await store.freeOrphans()
    if (freed.length > 0) log.warn({ workers: freed }, 'jobs of a process that died were freed')
  }
  const held =
    (task: Task) =>
    async (payload: unknown, { job }: { job: { id: unknown } }): Promise<void> => {
      const id = String(job.id)
      inHand.add(id)
      await task(payload, { signal: stopping.signal })
      inHand.delete(id)
    }

  await freeOrphans()
  const runner = await run({
    pgPool: pool,
    logger: queueLogger(log, stopping.signal),
    concurrency,
    noHandleSignals: true,
    taskList: Object.fromEntries([...tasks].map(([name, task]) => [name, held(task)])),
    parsedCronItems: rounds.map(roundOf),
    preset: {
      // Gathered, even for no time at all, what became of a job is written before the queue says that it has ended.
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
    // What fails because it is asked to break off has not failed: it is handed back.
    if (stopping.signal.aborted) return
    metrics.job(job.task_identifier, 'failed')
    inHand.delete(String(job.id))
  })
  const stopLooking = lookAgain(freeOrphans, log)
  const leave = async (patienceMs: number): Promise<void> => {
    stopLooking()
    stopping.abort()
    await stopWithin(runner, patienceMs)
    await presence.letGo(inHand)
  }
  const ended = runner.promise.catch(async (err: unknown) => {
    if (stopping.signal.aborted) return
    log.error({ err }, 'the job queue ended')
    await leave(0).catch(() => undefined)
  })
  return { ended, stop: leave }
}

/** Looks for jobs of dead processes again and again. Returns what ends that. */
function lookAgain(look: () => Promise<void>, log: Logger): () => void {
  let pauseMs = lookAgainMs.first
  let timer: NodeJS.Timeout
  const next = (): void => {
    timer = setTimeout(() => {
      look().catch((err: unknown) => log.warn({ err }, 'jobs of dead processes could not be looked for'))
      pauseMs = Math.min(pauseMs * 2, lookAgainMs.longest)
      next()
    }, pauseMs)
    timer.unref()
  }
  next()
  return () => clearTimeout(timer)
}

/** Waits for a runner to finish what it has begun, but no longer than that. */
async function stopWithin(runner: Runner, patienceMs: number): Promise<void> {
  const waiting = new AbortController()
  const patience = delay(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
  // A runner that has ended by itself refuses to stop.
  const stopped = runner.stop().catch(() => undefined)
  await Promise.race([stopped, patience])
  waiting.abort()
}

function roundOf({ name, minutes }: { name: string; minutes: number }): ReturnType<typeof parseCronItem> {
  return parseCronItem({
    task: name,
    match: ({ hour, min }) => (hour * 60 + min) % minutes === 0,
    options: { jobKey: `every:${name}`, queueName: `every:${name}`, maxAttempts: 1, backfillPeriod: 0 },
  })
}

/** Shows the others that this process lives, for as long as it does, whatever becomes of its connection. */
function createPresence(store: JobsStore, log: Logger) {
  let worker: string | undefined
  let holding: Promise<() => void> | undefined
  let done = false
  const hold = async (name: string): Promise<void> => {
    worker = name
    holding ??= store.holdPresence(name, () => {
      holding = undefined
      if (!done) again(name)
    })
    await holding
  }
  const again = (name: string): void => {
    hold(name).catch((err: unknown) => {
      holding = undefined
      log.warn({ err }, 'the database does not know that this process lives')
      setTimeout(() => done || again(name), 1000).unref()
    })
  }
  return {
    hold,
    /** Hands back the jobs that are still in hand, and leaves. */
    async letGo(inHand: ReadonlySet<string>): Promise<void> {
      done = true
      if (worker !== undefined && inHand.size > 0) await store.handBack(worker, [...inHand])
      const release = await holding?.catch(() => undefined)
      release?.()
    },
  }
}

/**
 * The queue's own words go to the log as they are, and its routine no higher than debug. That a job breaks off because
 * `stopping` asks it to is routine too.
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
