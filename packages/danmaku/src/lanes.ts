/**
 * Motion of one danmaku: visible for `startSec ≤ t < endSec`, its left edge moves linearly from `fromX` to `toX`
 * (pixels; equal for fixed ones). Times are media times.
 */
export interface Flight {
  startSec: number
  endSec: number
  fromX: number
  toX: number
  width: number
}

/** Left edge at a time. */
export function leftOf({ startSec, endSec, fromX, toX }: Flight, sec: number): number {
  return fromX + ((toX - fromX) * (sec - startSec)) / (endSec - startSec)
}

/** 1 if `b` is right of `a` with the gap between, -1 if left, 0 if they are too near. */
function sideOf(a: Flight, b: Flight, sec: number, gapPx: number): number {
  const [left, right] = [leftOf(a, sec), leftOf(b, sec)]
  // Tolerance for rounding: an item placed exactly at the gap must not collide.
  if (right - left - a.width >= gapPx - 1e-6) return 1
  return left - right - b.width >= gapPx - 1e-6 ? -1 : 0
}

/**
 * Whether two flights in one lane ever come nearer than the gap. Both move linearly, so it suffices to compare their
 * sides at the start and end of the time they share.
 */
export function collides(a: Flight, b: Flight, gapPx: number): boolean {
  const fromSec = Math.max(a.startSec, b.startSec)
  const toSec = Math.min(a.endSec, b.endSec)
  if (fromSec >= toSec) return false
  const side = sideOf(a, b, fromSec, gapPx)
  return side === 0 || side !== sideOf(a, b, toSec, gapPx)
}

export interface Lanes<F extends Flight> {
  /**
   * The first of the given lanes without collision with the flights for which `considers` holds; -1 if none. Does not
   * add the flight.
   */
  findFree(flight: F, lanes: readonly number[], considers?: (other: F) => boolean): number
  /** The flights of a lane with which this one collides, in order of their start. */
  collisions(flight: F, lane: number): F[]
  put(flight: F, lane: number): void
  remove(flight: F, lane: number): void
  /** Removes flights that have ended before a time. */
  evictBefore(beforeSec: number): void
}

/**
 * Lanes in which flights keep a gap while both are visible, in any order of insertion.
 *
 * @param maxFlightSec upper bound of a flight's duration
 */
export function createLanes<F extends Flight>(count: number, gapPx: number, maxFlightSec: number): Lanes<F> {
  /** Each sorted by start. */
  const lanes: F[][] = Array.from({ length: count }, () => [])
  function* collisionsIn(flight: F, lane: number, considers: (other: F) => boolean): Generator<F> {
    const laneFlights = lanes[lane] ?? []
    for (let at = firstIndexFrom(laneFlights, flight.startSec - maxFlightSec); at < laneFlights.length; at++) {
      const other = laneFlights[at]
      if (other === undefined || other.startSec >= flight.endSec) return
      if (considers(other) && collides(other, flight, gapPx)) yield other
    }
  }
  const all = (): boolean => true
  return {
    findFree: (flight, of, considers = all) =>
      of.find((lane) => collisionsIn(flight, lane, considers).next().done === true) ?? -1,
    collisions: (flight, lane) => [...collisionsIn(flight, lane, all)],
    put: (flight, lane) => {
      const laneFlights = lanes[lane]
      laneFlights?.splice(firstIndexFrom(laneFlights, flight.startSec), 0, flight)
    },
    remove: (flight, lane) => {
      const at = lanes[lane]?.indexOf(flight) ?? -1
      if (at >= 0) lanes[lane]?.splice(at, 1)
    },
    evictBefore: (beforeSec) => {
      for (const laneFlights of lanes) laneFlights.splice(0, firstIndexFrom(laneFlights, beforeSec - maxFlightSec))
    },
  }
}

/** Index of the first flight that starts at or after a time. */
export function firstIndexFrom(flights: readonly Flight[], sec: number): number {
  let [low, high] = [0, flights.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((flights[middle]?.startSec ?? Infinity) < sec) low = middle + 1
    else high = middle
  }
  return low
}
