/** A text sent once or more, with its occurrences in order. */
export interface Merged<S extends { sec: number }> {
  startSec: number
  endSec: number
  occurrences: S[]
}

/** Finds equal danmaku that are still visible. */
export interface MergeIndex<S extends { sec: number }, R extends Merged<S>> {
  /** Adds an occurrence to the visible equal one; undefined if there is none. */
  join(key: string, said: S): R | undefined
  put(key: string, one: R): void
  remove(key: string, one: R): void
  evictBefore(beforeSec: number): void
}

/** @param withinSec how long after the first occurrence others are merged */
export function createMergeIndex<S extends { sec: number }, R extends Merged<S>>(withinSec: number): MergeIndex<S, R> {
  const byKey = new Map<string, R[]>()
  const isOpen = (one: R, sec: number): boolean =>
    one.occurrences.length > 0 && sec >= one.startSec && sec < Math.min(one.endSec, one.startSec + withinSec)
  return {
    join: (key, said) => {
      const one = byKey.get(key)?.find((other) => isOpen(other, said.sec))
      one?.occurrences.splice(countAt(one.occurrences, said.sec), 0, said)
      return one
    },
    put: (key, one) => {
      const entries = byKey.get(key)
      if (entries) entries.push(one)
      else byKey.set(key, [one])
    },
    remove: (key, one) => {
      const entries = byKey.get(key)
      const at = entries?.indexOf(one) ?? -1
      if (at >= 0) entries?.splice(at, 1)
    },
    evictBefore: (beforeSec) => {
      for (const [key, ones] of byKey) {
        const remaining = ones.filter(({ endSec }) => endSec >= beforeSec)
        if (remaining.length === 0) byKey.delete(key)
        else if (remaining.length < ones.length) byKey.set(key, remaining)
      }
    },
  }
}

/** Number of occurrences up to a time. */
export function countAt(occurrences: readonly { sec: number }[], sec: number): number {
  let count = occurrences.length
  while (count > 0 && (occurrences[count - 1]?.sec ?? 0) > sec) count--
  return count
}
