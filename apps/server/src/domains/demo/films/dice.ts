import { createHash } from 'node:crypto'

/** Numbers from 0 to 1 that are the same for the same seed on any machine. */
export interface Dice {
  next(): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** A linear congruential generator (Numerical Recipes) begun at a hash of the seed. */
export function diceOf(seed: string): Dice {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return { next, pick: (items) => items[Math.floor(next() * items.length)] ?? items[0] }
}
