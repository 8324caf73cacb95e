import { Worker } from 'node:worker_threads'
import { createSemaphore } from '../../../platform/process/semaphore.ts'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import type { BcryptCheck } from './bcrypt-worker.ts'

/** A check of the highest cost takes about 0.6 s of a core. */
const queue = { concurrency: 1, maxQueued: 8, maxPerKey: 2 }
/** From the request to its answer, the wait for others included. */
const maxMs = 20_000
const retryAfterSec = 5

const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/** Checks bcrypt hashes in a worker thread, one at a time. The thread starts with the first check. */
export interface BcryptThread {
  /** Refuses with Overloaded or TooManyRequests if the queue is full, or the check takes too long. */
  check(asked: BcryptCheck, queueKey: string | null): Promise<boolean>
  /** Ends the thread, even if it is busy. */
  close(): Promise<void>
}

export function createBcryptThread(): BcryptThread {
  const run = createSemaphore(queue)
  let worker: Worker | null = null

  const end = async (): Promise<void> => {
    const ended = worker
    worker = null
    await ended?.terminate()
  }
  const started = (): Worker => {
    if (worker) return worker
    const thread = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { resourceLimits })
    thread.unref()
    thread.once('exit', () => {
      if (worker === thread) worker = null
    })
    worker = thread
    return thread
  }

  const checkWithin = async (asked: BcryptCheck, leftMs: number): Promise<boolean> => {
    if (leftMs <= 0) throw new RefusalError('Overloaded', { retryAfterSec })
    const thread = started()
    const answer = Promise.withResolvers<boolean>()
    const onExit = (): void => answer.reject(new Error('the thread for old hashes has ended'))
    const timeout = setTimeout(() => {
      answer.reject(new RefusalError('Overloaded', { retryAfterSec }))
      void end()
    }, leftMs)
    thread.once('message', answer.resolve).once('error', answer.reject).once('exit', onExit)
    thread.ref()
    thread.postMessage(asked)
    try {
      return await answer.promise
    } finally {
      clearTimeout(timeout)
      thread.off('message', answer.resolve).off('error', answer.reject).off('exit', onExit)
      thread.unref()
    }
  }

  return {
    check(asked, queueKey) {
      const untilMs = performance.now() + maxMs
      return run(() => checkWithin(asked, untilMs - performance.now()), queueKey)
    },
    close: end,
  }
}
