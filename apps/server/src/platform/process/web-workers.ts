import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './logger.ts'
import { StartRefusal } from './start-refusal.ts'

/** The web processes of a station that uses several cores. They share one port; this process does what must exist once. */
export interface WebWorkers {
  /** Resolves when the first worker listens. Rejects with a StartRefusal when none could be started. */
  listening: Promise<AddressInfo>
  /** Ends all workers in order; what does not end within `limitMs` is killed. */
  stop(limitMs: number): Promise<void>
}

const firstPauseMs = 250
const maxPauseMs = 8000
/** After a worker that ran so long the next one is started at once. */
const healthyRunMs = 10_000

/** How long to wait before a worker is started again, after so many short runs in a row. */
const restartPauseMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))

/**
 * Starts `count` processes that run the program with `ROLE=web`. Node hands the connections of the one port to them
 * in turn. A worker that dies is replaced; one that cannot start at all ends the station's start.
 */
export function startWebWorkers(options: { program: string; count: number; log: Logger }): WebWorkers {
  const { program, count, log } = options
  // Not what was started: `npm start` prepares the clone before it loads the program.
  cluster.setupPrimary({ exec: program })
  const listening = Promise.withResolvers<AddressInfo>()
  let isStopping = false
  let hasListened = false
  let failures = 0
  const restarts = new Set<NodeJS.Timeout>()

  const start = (): void => {
    const startedMs = performance.now()
    const worker = cluster.fork({ ROLE: 'web' })
    worker.once('listening', (address: AddressInfo) => {
      hasListened = true
      listening.resolve(address)
    })
    worker.once('exit', (exitCode, signal) => {
      if (isStopping) return
      if (!hasListened) {
        isStopping = true
        // The worker has printed why.
        return listening.reject(new StartRefusal('网页进程没有启动成功。'))
      }
      failures = performance.now() - startedMs > healthyRunMs ? 0 : failures + 1
      log.warn({ exitCode, signal }, 'a web worker ended and is replaced')
      const restart = setTimeout(() => {
        restarts.delete(restart)
        start()
      }, restartPauseMs(failures))
      restarts.add(restart)
    })
  }
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
