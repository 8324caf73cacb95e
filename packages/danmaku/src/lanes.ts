/**
 * One danmaku's way over the picture: on it in `startSec ≤ t < endSec`, its left edge moving evenly from `fromX` to `toX`
 * (pixels; the same for what stands). Times are those of the picture.
 */
export interface Flight {
  startSec: number
  endSec: number
  fromX: number
  toX: number
  width: number
}

/** The left edge at a time. */
export function leftOf({ startSec, endSec, fromX, toX }: Flight, sec: number): number {
  return fromX + ((toX - fromX) * (sec - startSec)) / (endSec - startSec)
}

/** 1 where `b` is right of `a` with the gap between, -1 where it is left of it, 0 where they are nearer. */
function sideOf(a: Flight, b: Flight, sec: number, gapPx: number): number {
  const [left, right] = [leftOf(a, sec), leftOf(b, sec)]
  // A millionth of a pixel: what was placed at the very gap stays apart from what it was measured against.
  if (right - left - a.width >= gapPx - 1e-6) return 1
  return left - right - b.width >= gapPx - 1e-6 ? -1 : 0
}

/**
 * Whether two in one lane ever come nearer to each other than the gap. Both move evenly, so the distance between them is a
 * straight line over time: it is kept throughout if it is kept, on the same side, at both ends of the time they share.
 */
export function meets(a: Flight, b: Flight, gapPx: number): boolean {
  const fromSec = Math.max(a.startSec, b.startSec)
  const toSec = Math.min(a.endSec, b.endSec)
  if (fromSec >= toSec) return false
  const side = sideOf(a, b, fromSec, gapPx)
  return side === 0 || side !== sideOf(a, b, toSec, gapPx)
}

export interface Lanes<F extends Flight> {
  /** The first of some lanes in which nothing that `heeds` holds for comes too near; -1 where there is none. Keeps nothing. */
  free(flight: F, lanes: readonly number[], heeds?: (other: F) => boolean): number
  /** Of some lanes, the one with the fewest in the way. */
  emptiest(flight: F, lanes: readonly number[]): number
  put(flight: F, lane: number): void
  take(flight: F, lane: number): void
  /** Forgets what has left the picture before a time. */
  forget(beforeSec: number): void
}

/**
 * Lanes of the picture, in each of which flights keep a gap for as long as both are on it, in whatever order they are put.
 * @param longestSec no flight takes longer
 */
export function createLanes<F extends Flight>(count: number, gapPx: number, longestSec: number): Lanes<F> {
  /** Each in the order of the starts. */
  const lanes: F[][] = Array.from({ length: count }, () => [])
  const inTheWay = (flight: F, lane: number, most: number, heeds: (other: F) => boolean): number => {
    const kept = lanes[lane] ?? []
    let found = 0
    for (let at = firstFrom(kept, flight.startSec - longestSec); at < kept.length && found < most; at++) {
      const other = kept[at]
      if (other === undefined || other.startSec >= flight.endSec) break
      if (heeds(other) && meets(other, flight, gapPx)) found++
    }
    return found
  }
  const all = (): boolean => true
  return {
    free: (flight, of, heeds = all) => of.find((lane) => inTheWay(flight, lane, 1, heeds) === 0) ?? -1,
    emptiest: (flight, of) => {
      const met = of.map((lane) => inTheWay(flight, lane, Infinity, all))
      return of[met.indexOf(Math.min(...met))] ?? 0
    },
    put: (flight, lane) => {
      const kept = lanes[lane]
      kept?.splice(firstFrom(kept, flight.startSec), 0, flight)
    },
    take: (flight, lane) => {
      const at = lanes[lane]?.indexOf(flight) ?? -1
      if (at >= 0) lanes[lane]?.splice(at, 1)
    },
    forget: (beforeSec) => {
      for (const kept of lanes) kept.splice(0, firstFrom(kept, beforeSec - longestSec))
    },
  }
}

/** The place of the first that starts at a time or later. */
export function firstFrom(flights: readonly Flight[], sec: number): number {
  let [low, high] = [0, flights.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((flights[middle]?.startSec ?? Infinity) < sec) low = middle + 1
    else high = middle
  }
  return low
}
