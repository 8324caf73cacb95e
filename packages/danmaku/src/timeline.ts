/** What stands at a time. */
export interface Timed {
  id: string
  time: number
}

/** Things in the order of their time, found by id or by a span of time. Keeps at most `most`. */
export interface Timeline<T extends Timed> {
  readonly size: number
  get(id: string): T | undefined
  /** Adds; what has a known id takes its place. Beyond `most` those farthest from `nearSec` are let go. Answers which went. */
  put(list: readonly T[], nearSec: number): T[]
  drop(id: string): T | undefined
  /** Those with `fromSec ≤ time < toSec`, in order. */
  between(fromSec: number, toSec: number): T[]
  /** The time of the first at or after a time; Infinity where there is none. */
  nextFrom(sec: number): number
  clear(): void
}

export function createTimeline<T extends Timed>(most: number): Timeline<T> {
  const byId = new Map<string, T>()
  let ordered: T[] = []
  const letGo = (of: T[]): void => of.forEach(({ id }) => byId.delete(id))
  const trim = (nearSec: number): T[] => {
    let [low, high] = [0, ordered.length]
    while (high - low > most) {
      const isFirstFarther = nearSec - (ordered[low]?.time ?? 0) > (ordered[high - 1]?.time ?? 0) - nearSec
      if (isFirstFarther) low++
      else high--
    }
    const gone = [...ordered.slice(0, low), ...ordered.slice(high)]
    if (gone.length > 0) ordered = ordered.slice(low, high)
    letGo(gone)
    return gone
  }
  const take = (one: T): void => {
    const at = ordered.indexOf(one, placeOf(ordered, one.time))
    if (at >= 0) ordered.splice(at, 1)
  }
  const add = (list: readonly T[]): void => {
    const few = list.length < 32
    for (const one of list) if (few) ordered.splice(placeOf(ordered, one.time), 0, one)
    if (!few) ordered = [...ordered, ...list].toSorted((a, b) => a.time - b.time)
  }
  return {
    get size() {
      return ordered.length
    },
    get: (id) => byId.get(id),
    put: (list, nearSec) => {
      const fresh = [...new Map(list.filter(({ time }) => Number.isFinite(time)).map((one) => [one.id, one])).values()]
      const known = new Set(fresh.map(({ id }) => byId.get(id)).filter((one) => one !== undefined))
      if (known.size > 0) ordered = ordered.filter((one) => !known.has(one))
      add(fresh)
      for (const one of fresh) byId.set(one.id, one)
      return trim(nearSec)
    },
    drop: (id) => {
      const one = byId.get(id)
      if (one === undefined) return undefined
      byId.delete(id)
      take(one)
      return one
    },
    between: (fromSec, toSec) => ordered.slice(placeOf(ordered, fromSec), placeOf(ordered, toSec)),
    nextFrom: (sec) => ordered[placeOf(ordered, sec)]?.time ?? Infinity,
    clear: () => {
      byId.clear()
      ordered = []
    },
  }
}

/** The place of the first whose time is not before one. */
function placeOf(ordered: readonly Timed[], sec: number): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordered[middle]?.time ?? Infinity) < sec) low = middle + 1
    else high = middle
  }
  return low
}
