import { RefusalError } from '../http/refusal-error.ts'

/** @param key tasks of one key share a part of the queue; null is not limited */
export type RunQueued = <Result>(task: () => Promise<Result>, key: string | null) => Promise<Result>

/**
 * Runs `concurrency` tasks at a time; the others wait in a queue. Refuses with Overloaded if the queue is full, and
 * with TooManyRequests if `key` already has `maxPerKey` tasks running or waiting, so that one client cannot block the
 * others.
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
      // The waiting task takes over the slot, so that no new one can overtake it.
      if (next) next()
      else running--
    }
  }
}
