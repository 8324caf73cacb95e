import type { DanmakuMode } from '@yunmu/contract'
import { groupBy } from './group-by.ts'
import { isMoving } from './metrics.ts'
import type { PreviousPositions, Placed, PlanInput, Occurrence } from './placed.ts'
import { byPriority, candidateOf, createPlacement, keyOf, type Placement } from './placement.ts'
import type { DanmakuItem } from './types.ts'

/** Positions of danmaku over time. Deterministic: the same input gives the same plan, however the clock moves. */
export interface Plan {
  /** Plans ahead of a time; replans after a seek. */
  advance(nowSec: number): void
  /** Places danmaku that arrived after their time was planned. `atSec`: start time to use instead of their own. */
  addLate(list: readonly DanmakuItem[], atSec?: number): void
  remove(id: string): void
  /** Replaces an item with one of the same id and look. */
  update(danmaku: DanmakuItem): void
  /** Shifts a held danmaku in time. */
  delay(placed: Placed, bySec: number): void
  /** Visible at a time, in order of their start. */
  at(sec: number): Placed[]
  /** Those that start in a time span. */
  between(fromSec: number, toSec: number): Placed[]
  positions(): PreviousPositions
  dropped(): number
}

/** Danmaku are planned in batches of two seconds, so that those with more weight choose lanes first. */
const batchSec = 2
const leadSec = 4
/** Older ones are evicted; a seek further back replans. */
const retentionSec = 30

const batchStart = (sec: number): number => Math.floor(sec / batchSec) * batchSec

export function createPlan(input: PlanInput): Plan {
  const { timeline, metrics, isVisible, isStatic } = input
  const maxFlightSec = Math.max(metrics.flightSec, metrics.fixedSec)
  let placement = createPlacement(input, maxFlightSec)
  let previous = input.previous
  /** Planned ranges of moving and fixed danmaku; fixed ones further ahead, so that moving ones leave them space. */
  let [fromSec, flyingTo, standingTo] = [Infinity, -Infinity, -Infinity]

  const modeOf = ({ mode }: DanmakuItem): DanmakuMode => (isStatic && isMoving(mode) ? 'top' : mode)
  const planBatch = (list: readonly Occurrence[]): void => placeAll(list, { placement, previous, input, modeOf })
  const planSpan = (from: number, to: number, isStanding: boolean): void => {
    for (let at = from; at < to; at += batchSec) {
      const batch = timeline
        .between(at, at + batchSec)
        .filter((one) => !isMoving(modeOf(one)) === isStanding && isVisible(one))
      planBatch(batch.map((danmaku) => ({ sec: previous?.get(danmaku.id)?.sec ?? danmaku.time, danmaku })))
    }
  }
  const restart = (nowSec: number): void => {
    // Previous positions apply to the first start only; after a seek each starts at its own time.
    if (fromSec !== Infinity) previous = undefined
    placement = createPlacement(input, maxFlightSec)
    fromSec = batchStart(nowSec - 2 * maxFlightSec)
    flyingTo = fromSec
    standingTo = fromSec
  }
  return {
    advance: (nowSec) => {
      if (nowSec < fromSec || nowSec > flyingTo) restart(nowSec)
      const [flyTo, standTo] = [batchStart(nowSec + leadSec), batchStart(nowSec + leadSec + maxFlightSec)]
      if (flyTo <= flyingTo) return
      planSpan(standingTo, standTo, true)
      planSpan(flyingTo, flyTo, false)
      standingTo = standTo
      flyingTo = flyTo
      placement.evictBefore(nowSec - retentionSec)
      fromSec = Math.max(fromSec, nowSec - retentionSec)
    },
    addLate: (list, atSec) => {
      const isLate = (one: DanmakuItem, sec: number): boolean =>
        sec >= fromSec - maxFlightSec && sec < (isMoving(modeOf(one)) ? flyingTo : standingTo)
      const occurrences = list.map((danmaku) => ({ sec: atSec ?? danmaku.time, danmaku }))
      const late = occurrences.filter(({ sec, danmaku }) => isLate(danmaku, sec) && isVisible(danmaku))
      const inOrder = late.toSorted((a, b) => a.sec - b.sec)
      for (const batch of groupBy(inOrder, ({ sec }) => batchStart(sec))) planBatch(batch)
    },
    remove: (id) => placement.remove(id),
    update: (danmaku) => placement.update(danmaku),
    delay: (placed, bySec) => placement.delay(placed, bySec),
    at: (sec) =>
      placement
        .between(sec - maxFlightSec, sec + 0.001)
        .filter(({ startSec, endSec }) => startSec <= sec && sec < endSec),
    between: (from, to) => placement.between(from, to),
    positions: () =>
      new Map(
        placement
          .all()
          .flatMap(({ lane, occurrences }) =>
            occurrences.map(({ danmaku, sec }) => [danmaku.id, { lane, sec }] as const),
          ),
      ),
    dropped: () => placement.dropped(),
  }
}

interface Batch {
  placement: Placement
  previous: PreviousPositions | undefined
  input: PlanInput
  modeOf: (danmaku: DanmakuItem) => DanmakuMode
}

/** Merges equal danmaku and places the others by priority. */
function placeAll(list: readonly Occurrence[], { placement, previous, input, modeOf }: Batch): void {
  const fresh: Placed[] = []
  const byKey = new Map<string, Placed>()
  for (const occurrence of list) {
    const key = input.merge && !occurrence.danmaku.mine ? keyOf(occurrence.danmaku) : ''
    if (key !== '' && placement.merged.join(key, occurrence)) continue
    const first = byKey.get(key)
    if (first) {
      first.occurrences.push(occurrence)
      continue
    }
    const placed = candidateOf(occurrence, modeOf(occurrence.danmaku), input)
    fresh.push(placed)
    if (key !== '') byKey.set(key, placed)
  }
  for (const placed of fresh.toSorted(byPriority))
    placement.place(placed, previous?.get(placed.occurrences[0]?.danmaku.id ?? '')?.lane)
}
