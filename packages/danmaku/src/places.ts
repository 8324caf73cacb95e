import { createLanes, firstFrom, type Lanes } from './lanes.ts'
import { createRepeats, type Repeats } from './merge.ts'
import { flies, scaleOf, type Metrics } from './metrics.ts'
import type { Placed, PlanInput, Said } from './placed.ts'
import { sameness } from './fold.ts'

/** What of a plan has found its place. */
export interface Places {
  repeats: Repeats<Said, Placed>
  /** Gives one its lane, or leaves it out. */
  place(placed: Placed, formerLane: number | undefined): void
  drop(id: string): void
  renew(danmaku: Said['danmaku']): void
  delay(placed: Placed, bySec: number): void
  /** Those that begin in a span of time, in order. */
  between(fromSec: number, toSec: number): Placed[]
  forget(beforeSec: number): void
  all(): readonly Placed[]
  leftOut(): number
}

/** Same words said so much later are said anew. */
const mergeSec = 20
/** With so many on the picture, at most one in four is coloured. */
const crowd = 16
const white = 0xffffff

/** In parts of the picture's width: those whose widths differ by less keep the same speed, and so their distance. */
const widthSteps = 12

/** What makes two the same: they say the same in the same way. */
export const keyOf = ({ mode, text }: Said['danmaku']): string => `${mode} ${sameness(text)}`

/** How one goes over the picture, before it has a lane. */
export function candidateOf(said: Said, mode: Placed['mode'], { metrics, widthOf }: PlanInput): Placed {
  const { danmaku, sec } = said
  const fontPx = metrics.fontPx * scaleOf(danmaku.size)
  const textWidth = widthOf(danmaku.text, fontPx)
  return {
    said: [said],
    mode,
    lane: -1,
    fontPx,
    color: danmaku.color,
    sprite: null,
    cluster: null,
    ...wayOf(mode, sec, textWidth, metrics),
  }
}

function wayOf(mode: Placed['mode'], startSec: number, width: number, metrics: Metrics) {
  if (!flies(mode)) {
    const x = (metrics.width - width) / 2
    return { width, startSec, endSec: startSec + metrics.fixedSec, fromX: x, toX: x }
  }
  const widthStep = metrics.width / widthSteps
  const way = metrics.width + widthStep * Math.ceil(width / widthStep)
  const [fromX, toX] = mode === 'scroll' ? [metrics.width, metrics.width - way] : [-width, way - width]
  return { width, startSec, endSec: startSec + metrics.flightSec, fromX, toX }
}

/** Who chooses a lane first: one's own, what has weight or was said often, what came first. */
export function byRight(one: Placed, other: Placed): number {
  return rightOf(other) - rightOf(one) || one.startSec - other.startSec
}

function rightOf({ said }: Placed): number {
  return said[0]?.danmaku.mine ? Infinity : (said[0]?.danmaku.weight ?? 0) + Math.log2(said.length)
}

export function createPlaces({ metrics, overlap }: PlanInput, longestSec: number): Places {
  const stacks = createStacks(metrics, longestSec)
  const repeats = createRepeats<Said, Placed>(mergeSec)
  let kept: Placed[] = []
  let leftOut = 0

  const put = (placed: Placed, lane: number): void => {
    placed.lane = lane
    stacks.of(placed).put(placed, lane)
    kept.splice(firstFrom(kept, placed.startSec), 0, placed)
  }
  const take = (placed: Placed): void => {
    stacks.of(placed).take(placed, placed.lane)
    kept = kept.filter((one) => one !== placed)
  }
  const beside = (placed: Placed): Placed[] =>
    kept
      .slice(firstFrom(kept, placed.startSec - longestSec), firstFrom(kept, placed.endSec))
      .filter(({ endSec }) => endSec > placed.startSec)
  return {
    repeats,
    place: (placed, formerLane) => {
      const isMine = placed.said[0]?.danmaku.mine === true
      const others = overlap ? [] : beside(placed)
      const lane = others.length >= metrics.most && !isMine ? -1 : stacks.laneFor(placed, formerLane, overlap)
      if (lane < 0) {
        leftOut += placed.said.length
        return
      }
      const coloured = others.filter(({ color }) => color !== white).length
      if (!isMine && others.length >= crowd && coloured * 4 >= others.length) placed.color = white
      put(placed, lane)
      if (!isMine) for (const { danmaku } of placed.said.slice(0, 1)) repeats.put(keyOf(danmaku), placed)
    },
    drop: (id) => {
      const placed = kept.find(({ said }) => said.some(({ danmaku }) => danmaku.id === id))
      if (!placed) return
      placed.said = placed.said.filter(({ danmaku }) => danmaku.id !== id)
      if (placed.said.length === 0) take(placed)
    },
    renew: (danmaku) => {
      const said = kept.flatMap((one) => one.said).find((one) => one.danmaku.id === danmaku.id)
      if (said) said.danmaku = danmaku
    },
    delay: (placed, bySec) => {
      take(placed)
      placed.startSec += bySec
      placed.endSec += bySec
      put(placed, placed.lane)
    },
    between: (fromSec, toSec) => kept.slice(firstFrom(kept, fromSec), firstFrom(kept, toSec)),
    forget: (beforeSec) => {
      stacks.forget(beforeSec)
      repeats.forget(beforeSec)
      kept = kept.filter(({ endSec }) => endSec >= beforeSec)
    },
    all: () => kept,
    leftOut: () => leftOut,
  }
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** The lanes from the top and those from the foot. */
function createStacks(metrics: Metrics, longestSec: number) {
  const [fixed, flying] = [range(metrics.fixedLanes), range(metrics.lanes)]
  const lanesOf = (count: number): Lanes<Placed> => createLanes(count, metrics.gapPx, longestSec)
  const [fromTop, fromFoot] = [lanesOf(Math.max(fixed.length, flying.length)), lanesOf(fixed.length)]
  let turn = 0
  const stackOf = ({ mode }: Placed): Lanes<Placed> => (mode === 'bottom' ? fromFoot : fromTop)
  return {
    of: stackOf,
    /** -1 where there is no room. */
    laneFor: (placed: Placed, formerLane: number | undefined, overlap: boolean): number => {
      const isFlying = flies(placed.mode)
      const lanes = isFlying ? flying : fixed
      const stack = stackOf(placed)
      const wanted = formerLane === undefined || formerLane >= lanes.length ? lanes : [formerLane, ...lanes]
      const free = stack.free(placed, wanted)
      if (free >= 0) return free
      // In a stream without end no fixed one would ever find a lane of its own: these may lie over what flies.
      const above = isFlying ? -1 : stack.free(placed, lanes, ({ mode }) => !flies(mode))
      if (above >= 0) return above
      if (placed.said[0]?.danmaku.mine) return stack.emptiest(placed, lanes)
      return overlap ? (lanes[turn++ % lanes.length] ?? -1) : -1
    },
    forget: (beforeSec: number): void => {
      fromTop.forget(beforeSec)
      fromFoot.forget(beforeSec)
    },
  }
}
