import { RefusalError } from '../../platform/refusal-error.ts'

/** Lets so many work at once; the others wait in line, and who finds the line too long is turned away. */
export function createTurns(most: number, longest: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working >= most) {
      if (waiting.length >= longest) throw new RefusalError('Overloaded', { retryAfterSec: 5 })
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Who waits takes over the place, so that nobody slips in between.
      if (next) next()
      else working--
    }
  }
}
