import { RefusalError } from '../../platform/http/refusal-error.ts'

/** @param whose one share of the line; null where nobody is told apart */
export type Turn = <Result>(work: () => Promise<Result>, whose: string | null) => Promise<Result>

/**
 * Lets `most` work at once; the others wait in line. Who finds the line too long is turned away with Overloaded, who has
 * `share` of it already, those at work counted, with TooManyRequests: many from one place do not keep the others waiting.
 */
export function createTurns({ most, longest, share }: { most: number; longest: number; share: number }): Turn {
  let working = 0
  const waiting: (() => void)[] = []
  const shares = new Map<string, number>()

  const join = (whose: string | null): void => {
    const taken = whose === null ? 0 : (shares.get(whose) ?? 0)
    if (taken >= share) throw new RefusalError('TooManyRequests', { retryAfterSec: 5 })
    if (working >= most && waiting.length >= longest) throw new RefusalError('Overloaded', { retryAfterSec: 5 })
    if (whose !== null) shares.set(whose, taken + 1)
  }
  const leave = (whose: string | null): void => {
    if (whose === null) return
    const left = (shares.get(whose) ?? 1) - 1
    if (left > 0) shares.set(whose, left)
    else shares.delete(whose)
  }

  return async (work, whose) => {
    join(whose)
    if (working >= most) await new Promise<void>((resolve) => void waiting.push(resolve))
    else working++
    try {
      return await work()
    } finally {
      leave(whose)
      const next = waiting.shift()
      // Who waits takes over the place, so that nobody slips in between.
      if (next) next()
      else working--
    }
  }
}
