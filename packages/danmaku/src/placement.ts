import { createLanes, firstIndexFrom, type Lanes } from './lanes.ts'
import { createMergeIndex, type MergeIndex } from './merge.ts'
import { isMoving, scaleOf, type Metrics } from './metrics.ts'
import type { Placed, PlanInput, Occurrence } from './placed.ts'
import { mergeKey } from './normalize.ts'

/** Placed danmaku of a plan. */
export interface Placement {
  merged: MergeIndex<Occurrence, Placed>
  /** Assigns a lane, or drops the danmaku. The viewer's own are not dropped: they may start later. */
  place(placed: Placed, formerLane: number | undefined): void
  remove(id: string): void
  update(danmaku: Occurrence['danmaku']): void
  delay(placed: Placed, bySec: number): void
  /** Those that start in a time span, in order. */
  between(fromSec: number, toSec: number): Placed[]
  evictBefore(beforeSec: number): void
  all(): readonly Placed[]
  dropped(): number
}

/** Equal texts are merged within this time. */
const mergeSec = 20
/** Step by which the start of an own danmaku is postponed until a lane is free. */
const postponeSec = 0.1
/** With this many visible, at most a quarter are coloured. */
const crowdSize = 16
const white = 0xffffff

/**
 * Widths are rounded up to this fraction of the picture's width: similar widths get the same speed, and so keep their
 * distance.
 */
const widthSteps = 12

/** Key of danmaku to merge: same text and mode. */
export const keyOf = ({ mode, text }: Occurrence['danmaku']): string => `${mode} ${mergeKey(text)}`

/** Motion and style before a lane is assigned. */
export function candidateOf(occurrence: Occurrence, mode: Placed['mode'], { metrics, widthOf }: PlanInput): Placed {
  const { danmaku, sec } = occurrence
  const fontPx = metrics.fontPx * scaleOf(danmaku.size)
  const textWidth = widthOf(danmaku.text, fontPx)
  return {
    occurrences: [occurrence],
    mode,
    lane: -1,
    fontPx,
    color: danmaku.color,
    sprite: null,
    cluster: null,
    ...flightOf(mode, sec, textWidth, metrics),
  }
}

function flightOf(mode: Placed['mode'], startSec: number, width: number, metrics: Metrics) {
  if (!isMoving(mode)) {
    const x = (metrics.width - width) / 2
    return { width, startSec, endSec: startSec + metrics.fixedSec, fromX: x, toX: x }
  }
  const widthStep = metrics.width / widthSteps
  const distance = metrics.width + widthStep * Math.ceil(width / widthStep)
  const [fromX, toX] = mode === 'scroll' ? [metrics.width, metrics.width - distance] : [-width, distance - width]
  return { width, startSec, endSec: startSec + metrics.flightSec, fromX, toX }
}

/** Priority of choosing a lane: own ones, then by weight and number of occurrences, then by time. */
export function byPriority(one: Placed, other: Placed): number {
  return priorityOf(other) - priorityOf(one) || one.startSec - other.startSec
}

const isMine = ({ occurrences }: Placed): boolean => occurrences[0]?.danmaku.mine === true

function priorityOf(placed: Placed): number {
  const { occurrences } = placed
  return isMine(placed) ? Infinity : (occurrences[0]?.danmaku.weight ?? 0) + Math.log2(occurrences.length)
}

export function createPlacement({ metrics, overlap }: PlanInput, maxFlightSec: number): Placement {
  const laneSets = createLaneSets(metrics, maxFlightSec)
  const merged = createMergeIndex<Occurrence, Placed>(mergeSec)
  let placedItems: Placed[] = []
  let dropped = 0

  const put = (placed: Placed, lane: number): void => {
    placed.lane = lane
    laneSets.of(placed).put(placed, lane)
    placedItems.splice(firstIndexFrom(placedItems, placed.startSec), 0, placed)
  }
  const remove = (placed: Placed): void => {
    laneSets.of(placed).remove(placed, placed.lane)
    placedItems = placedItems.filter((one) => one !== placed)
  }
  const concurrent = (placed: Placed): Placed[] =>
    placedItems
      .slice(firstIndexFrom(placedItems, placed.startSec - maxFlightSec), firstIndexFrom(placedItems, placed.endSec))
      .filter(({ endSec }) => endSec > placed.startSec)
  /**
   * Own danmaku neither cover others nor are omitted: if all lanes are full, it waits until those before it have left
   * it room, and those after it move to other lanes.
   */
  const makeRoom = (placed: Placed): void => {
    const { lane, delaySec } = laneSets.firstOpening(placed)
    placed.startSec += delaySec
    placed.endSec += delaySec
    // Replanning starts from the time at which it is shown.
    placed.occurrences = placed.occurrences.map(({ danmaku }) => ({ danmaku, sec: placed.startSec }))
    const displaced = laneSets.of(placed).collisions(placed, lane)
    for (const one of displaced) {
      remove(one)
      for (const { danmaku } of one.occurrences.slice(0, 1)) merged.remove(keyOf(danmaku), one)
    }
    put(placed, lane)
    for (const one of displaced.toSorted(byPriority)) place(one, undefined)
  }
  const place = (placed: Placed, previousLane: number | undefined): void => {
    const isOwn = isMine(placed)
    const others = overlap ? [] : concurrent(placed)
    const isFull = others.length >= metrics.maxVisible && !isOwn
    const lane = isFull ? -1 : laneSets.laneFor(placed, previousLane, overlap)
    if (lane < 0 && isOwn) return makeRoom(placed)
    if (lane < 0) {
      dropped += placed.occurrences.length
      return
    }
    const coloured = others.filter(({ color }) => color !== white).length
    if (!isOwn && others.length >= crowdSize && coloured * 4 >= others.length) placed.color = white
    put(placed, lane)
    if (!isOwn) for (const { danmaku } of placed.occurrences.slice(0, 1)) merged.put(keyOf(danmaku), placed)
  }
  return {
    merged,
    place,
    remove: (id) => {
      const placed = placedItems.find(({ occurrences }) => occurrences.some(({ danmaku }) => danmaku.id === id))
      if (!placed) return
      placed.occurrences = placed.occurrences.filter(({ danmaku }) => danmaku.id !== id)
      if (placed.occurrences.length === 0) remove(placed)
    },
    update: (danmaku) => {
      const said = placedItems.flatMap((one) => one.occurrences).find((one) => one.danmaku.id === danmaku.id)
      if (said) said.danmaku = danmaku
    },
    delay: (placed, bySec) => {
      remove(placed)
      placed.startSec += bySec
      placed.endSec += bySec
      put(placed, placed.lane)
    },
    between: (fromSec, toSec) =>
      placedItems.slice(firstIndexFrom(placedItems, fromSec), firstIndexFrom(placedItems, toSec)),
    evictBefore: (beforeSec) => {
      laneSets.forget(beforeSec)
      merged.evictBefore(beforeSec)
      placedItems = placedItems.filter(({ endSec }) => endSec >= beforeSec)
    },
    all: () => placedItems,
    dropped: () => dropped,
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** Lanes counted from the top and from the bottom. */
function createLaneSets(metrics: Metrics, maxFlightSec: number) {
  const [fixed, flying] = [range(metrics.fixedLanes), range(metrics.lanes)]
  const lanesOf = (count: number): Lanes<Placed> => createLanes(count, metrics.gapPx, maxFlightSec)
  const [fromTop, fromBottom] = [lanesOf(Math.max(fixed.length, flying.length)), lanesOf(fixed.length)]
  let nextLane = 0
  const setFor = ({ mode }: Placed): Lanes<Placed> => (mode === 'bottom' ? fromBottom : fromTop)
  /** An own danmaku at the top may take any lane. */
  const lanesFor = (placed: Placed): number[] => {
    if (isMoving(placed.mode)) return flying
    return isMine(placed) && placed.mode === 'top' && flying.length > fixed.length ? flying : fixed
  }
  return {
    of: setFor,
    /** -1 if there is no free lane. */
    laneFor: (placed: Placed, previousLane: number | undefined, overlap: boolean): number => {
      const lanes = lanesFor(placed)
      const set = setFor(placed)
      const candidates = previousLane === undefined || previousLane >= lanes.length ? lanes : [previousLane, ...lanes]
      const free = set.findFree(placed, candidates)
      if (free >= 0 || (isMine(placed) && !overlap)) return free
      // In a continuous stream a fixed danmaku would never find an entirely free lane: it may overlap moving ones.
      const isObstacle = (other: Placed): boolean => !isMoving(other.mode) || isMine(other)
      const above = isMoving(placed.mode) ? -1 : set.findFree(placed, lanes, isObstacle)
      if (above >= 0) return above
      return overlap ? (lanes[nextLane++ % lanes.length] ?? -1) : -1
    },
    /** Where a danmaku can start soonest, if those that start after it give way, except the viewer's own. */
    firstOpening: (placed: Placed): { lane: number; delaySec: number } => {
      const stays = (other: Placed): boolean => isMine(other) || other.startSec < placed.startSec
      for (let step = 0; ; step++) {
        const delaySec = step * postponeSec
        const moved = { ...placed, startSec: placed.startSec + delaySec, endSec: placed.endSec + delaySec }
        const lane = setFor(placed).findFree(moved, lanesFor(placed), stays)
        if (lane >= 0) return { lane, delaySec }
      }
    },
    forget: (beforeSec: number): void => {
      fromTop.evictBefore(beforeSec)
      fromBottom.evictBefore(beforeSec)
    },
  }
}
