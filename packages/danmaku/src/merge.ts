/** Something said once or more: at these times, in order. */
export interface Repeated<S extends { sec: number }> {
  startSec: number
  endSec: number
  said: S[]
}

/** Finds what is said again while it is still on the picture. */
export interface Repeats<S extends { sec: number }, R extends Repeated<S>> {
  /** Adds to the one on the picture at that time that says the same; undefined where there is none. */
  join(key: string, said: S): R | undefined
  put(key: string, one: R): void
  forget(beforeSec: number): void
}

/** @param withinSec how long after the first another still counts with it */
export function createRepeats<S extends { sec: number }, R extends Repeated<S>>(withinSec: number): Repeats<S, R> {
  const byKey = new Map<string, R[]>()
  const isOpen = (one: R, sec: number): boolean =>
    one.said.length > 0 && sec >= one.startSec && sec < Math.min(one.endSec, one.startSec + withinSec)
  return {
    join: (key, said) => {
      const one = byKey.get(key)?.find((other) => isOpen(other, said.sec))
      one?.said.splice(countAt(one.said, said.sec), 0, said)
      return one
    },
    put: (key, one) => {
      const known = byKey.get(key)
      if (known) known.push(one)
      else byKey.set(key, [one])
    },
    forget: (beforeSec) => {
      for (const [key, ones] of byKey) {
        const kept = ones.filter(({ endSec }) => endSec >= beforeSec)
        if (kept.length === 0) byKey.delete(key)
        else if (kept.length < ones.length) byKey.set(key, kept)
      }
    },
  }
}

/** How often it was said up to a time. */
export function countAt(said: readonly { sec: number }[], sec: number): number {
  let count = said.length
  while (count > 0 && (said[count - 1]?.sec ?? 0) > sec) count--
  return count
}
