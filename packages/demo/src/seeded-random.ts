import { createHash } from 'node:crypto'

/** A pseudo-random generator: the same seed gives the same numbers on any machine. */
export interface SeededRandom {
  /** 0 (inclusive) to 1 (exclusive). */
  next(): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** A linear congruential generator (Numerical Recipes) whose first state is a hash of the seed. */
export function seededRandom(seed: string): SeededRandom {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { next, pick: (items) => items[Math.floor(next() * items.length)] ?? items[0] }
}
