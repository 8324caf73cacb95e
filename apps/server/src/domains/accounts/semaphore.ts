import { RefusalError } from '../../platform/http/refusal-error.ts'

/** @param whose one share of the line; null where nobody is told apart */
export type RunQueued = <Result>(task: () => Promise<Result>, key: string | null) => Promise<Result>

/**
 * Lets `most` work at once; the others wait in line. Who finds the line too long is turned away with Overloaded, who has
 * `share` of it already, those at work counted, with TooManyRequests: many from one place do not keep the others waiting.
 */
export function createSemaphore({
  concurrency,
  maxQueued,
  maxPerKey,
}: {
  concurrency: number
  maxQueued: number
  maxPerKey: number
}): RunQueued {
  let running = 0
  const waiting: (() => void)[] = []
  const countByKey = new Map<string, number>()

  const enter = (key: string | null): void => {
    const count = key === null ? 0 : (countByKey.get(key) ?? 0)
    if (count >= maxPerKey) throw new RefusalError('TooManyRequests', { retryAfterSec: 5 })
    if (running >= concurrency && waiting.length >= maxQueued)
      throw new RefusalError('Overloaded', { retryAfterSec: 5 })
    if (key !== null) countByKey.set(key, count + 1)
  }
  const leave = (key: string | null): void => {
    if (key === null) return
    const left = (countByKey.get(key) ?? 1) - 1
    if (left > 0) countByKey.set(key, left)
    else countByKey.delete(key)
  }

  return async (task, key) => {
    enter(key)
    if (running >= concurrency) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      leave(key)
      const next = waiting.shift()
      // Who waits takes over the place, so that nobody slips in between.
      if (next) next()
      else running--
    }
  }
}
