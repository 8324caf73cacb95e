/** An item with a time. */
export interface Timed {
  id: string
  time: number
}

/** Items sorted by time, accessible by id and by time span. Holds at most `maxItems`. */
export interface Timeline<T extends Timed> {
  readonly size: number
  get(id: string): T | undefined
  /**
   * Adds items; known ids are replaced. Evicts those farthest from `nearSec` beyond the limit. Returns the evicted
   * items.
   */
  put(list: readonly T[], nearSec: number): T[]
  remove(id: string): T | undefined
  /** Items with `fromSec ≤ time < toSec`, in order. */
  between(fromSec: number, toSec: number): T[]
  /** Time of the first item at or after a time; Infinity if there is none. */
  nextFrom(sec: number): number
  clear(): void
}

export function createTimeline<T extends Timed>(maxItems: number): Timeline<T> {
  const byId = new Map<string, T>()
  let ordered: T[] = []
  const evict = (of: T[]): void => of.forEach(({ id }) => byId.delete(id))
  const trim = (nearSec: number): T[] => {
    let [low, high] = [0, ordered.length]
    while (high - low > maxItems) {
      const isFirstFarther = nearSec - (ordered[low]?.time ?? 0) > (ordered[high - 1]?.time ?? 0) - nearSec
      if (isFirstFarther) low++
      else high--
    }
    const evicted = [...ordered.slice(0, low), ...ordered.slice(high)]
    if (evicted.length > 0) ordered = ordered.slice(low, high)
    evict(evicted)
    return evicted
  }
  const removeOrdered = (one: T): void => {
    const at = ordered.indexOf(one, firstIndexFrom(ordered, one.time))
    if (at >= 0) ordered.splice(at, 1)
  }
  const add = (list: readonly T[]): void => {
    const few = list.length < 32
    for (const one of list) if (few) ordered.splice(firstIndexFrom(ordered, one.time), 0, one)
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
    remove: (id) => {
      const one = byId.get(id)
      if (one === undefined) return undefined
      byId.delete(id)
      removeOrdered(one)
      return one
    },
    between: (fromSec, toSec) => ordered.slice(firstIndexFrom(ordered, fromSec), firstIndexFrom(ordered, toSec)),
    nextFrom: (sec) => ordered[firstIndexFrom(ordered, sec)]?.time ?? Infinity,
    clear: () => {
      byId.clear()
      ordered = []
    },
  }
}

/** Index of the first item at or after a time. */
function firstIndexFrom(ordered: readonly Timed[], sec: number): number {
  let [low, high] = [0, ordered.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ordered[middle]?.time ?? Infinity) < sec) low = middle + 1
    else high = middle
  }
  return low
}
