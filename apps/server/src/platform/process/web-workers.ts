import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Logger } from './logger.ts'
import { failuresAfter, restartPauseMs } from './restart-pause.ts'
import { StartRefusal } from './start-refusal.ts'
import { defineNotice, type WorkerChannel } from './worker-channel.ts'

/**
 * Whether each worker listens by itself, on one port (`SO_REUSEPORT`), and the kernel spreads connections over them.
 * Elsewhere the cluster module accepts connections in the main process and hands them over; one that it hands to a worker
 * that is killed at this moment stays open without an answer.
 */
export const workersListenThemselves = process.platform === 'linux'

/** From a worker: it takes connections. */
export const workerListens = defineNotice('workers.listens', z.object({}))

/** The web processes of a station that uses several cores. They share one port; this process does what must exist once. */
export interface WebWorkers {
  /** Resolves when the first worker listens. Rejects with a StartRefusal when none could be started. */
  listening: Promise<void>
  /** Ends all workers in order; what does not end within `limitMs` is killed. */
  stop(limitMs: number): Promise<void>
}

/**
 * Starts `count` processes that run the program with `ROLE=web` and listen on one port. A worker that dies is replaced;
 * one that cannot start at all ends the station's start.
 */
export function startWebWorkers(options: {
  program: string
  count: number
  /** Not 0: all workers listen on the same one. */
  port: number
  channel: WorkerChannel
  log: Logger
}): WebWorkers {
  const { program, count, port, channel, log } = options
  // Not what was started: `npm start` prepares the clone before it loads the program.
  cluster.setupPrimary({ exec: program })
  const listening = Promise.withResolvers<void>()
  let isStopping = false
  let hasListened = false
  let failures = 0
  const restarts = new Set<NodeJS.Timeout>()

  const start = (): void => {
    const startedMs = performance.now()
    const worker = cluster.fork({ ROLE: 'web', PORT: String(port) })
    worker.once('exit', (exitCode, signal) => {
      if (isStopping) return
      if (!hasListened) {
        isStopping = true
        // The worker has printed why.
        return listening.reject(new StartRefusal('网页进程没有启动成功。'))
      }
      failures = failuresAfter(failures, performance.now() - startedMs)
      log.warn({ exitCode, signal }, 'a web worker ended and is replaced')
      const restart = setTimeout(() => {
        restarts.delete(restart)
        start()
      }, restartPauseMs(failures))
      restarts.add(restart)
    })
  }
  channel.on(workerListens, () => {
    hasListened = true
    listening.resolve()
  })
  for (let started = 0; started < count; started++) start()

  return {
    listening: listening.promise,
    async stop(limitMs) {
      isStopping = true
      restarts.forEach(clearTimeout)
      await Promise.all(workers().map((worker) => end(worker, limitMs)))
    },
  }
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

async function end(worker: Worker, limitMs: number): Promise<void> {
  const gone = once(worker.process, 'exit')
  worker.process.kill('SIGTERM')
  await Promise.race([gone, delay(limitMs, undefined, { ref: false })])
  worker.process.kill('SIGKILL')
}
