import type { DanmakuMode } from '@yunmu/contract'
import { grouped } from './grouped.ts'
import { flies } from './metrics.ts'
import type { FormerPlaces, Placed, PlanInput, Said } from './placed.ts'
import { byRight, candidateOf, createPlaces, keyOf, type Places } from './places.ts'
import type { FlyingDanmaku } from './types.ts'

/** Which danmaku are where and when. The same ones, sizes and wishes make the same plan, however time goes over it. */
export interface Plan {
  /** Plans as far ahead of a time as is needed, anew where time has jumped. */
  advance(nowSec: number): void
  /** Finds places for those that came while the plan was already beyond them. `atSec`: shown from then on instead. */
  late(list: readonly FlyingDanmaku[], atSec?: number): void
  drop(id: string): void
  /** What looks the same takes the place of what has its id. */
  renew(danmaku: FlyingDanmaku): void
  /** Lets one begin and end later: it was held. */
  delay(placed: Placed, bySec: number): void
  /** On the picture at a time, in the order in which they came. */
  at(sec: number): Placed[]
  /** Begins in a span of time. */
  between(fromSec: number, toSec: number): Placed[]
  places(): FormerPlaces
  leftOut(): number
}

/** Danmaku are planned together with all of two seconds, so that those of weight find their lanes first. */
const batchSec = 2
const leadSec = 4
/** What has left the picture longer ago is forgotten: a jump further back plans anew. */
const memorySec = 30

const batchStart = (sec: number): number => Math.floor(sec / batchSec) * batchSec

export function createPlan(input: PlanInput): Plan {
  const { timeline, metrics, wants, still } = input
  const longestSec = Math.max(metrics.flightSec, metrics.fixedSec)
  let kept = createPlaces(input, longestSec)
  let former = input.former
  /** Planned: those that fly, and those that stand. The latter further ahead, so that the former leave them room. */
  let [fromSec, flyingTo, standingTo] = [Infinity, -Infinity, -Infinity]

  const modeOf = ({ mode }: FlyingDanmaku): DanmakuMode => (still && flies(mode) ? 'top' : mode)
  const planBatch = (list: readonly Said[]): void => placeAll(list, { kept, former, input, modeOf })
  const planSpan = (from: number, to: number, isStanding: boolean): void => {
    for (let at = from; at < to; at += batchSec) {
      const batch = timeline
        .between(at, at + batchSec)
        .filter((one) => !flies(modeOf(one)) === isStanding && wants(one))
      planBatch(batch.map((danmaku) => ({ sec: former?.get(danmaku.id)?.sec ?? danmaku.time, danmaku })))
    }
  }
  const startAnew = (nowSec: number): void => {
    // What was before holds for the first beginning alone: after a jump everything begins at its own time.
    if (fromSec !== Infinity) former = undefined
    kept = createPlaces(input, longestSec)
    fromSec = batchStart(nowSec - 2 * longestSec)
    flyingTo = fromSec
    standingTo = fromSec
  }
  return {
    advance: (nowSec) => {
      if (nowSec < fromSec || nowSec > flyingTo) startAnew(nowSec)
      const [flyTo, standTo] = [batchStart(nowSec + leadSec), batchStart(nowSec + leadSec + longestSec)]
      if (flyTo <= flyingTo) return
      planSpan(standingTo, standTo, true)
      planSpan(flyingTo, flyTo, false)
      standingTo = standTo
      flyingTo = flyTo
      kept.forget(nowSec - memorySec)
      fromSec = Math.max(fromSec, nowSec - memorySec)
    },
    late: (list, atSec) => {
      const isLate = (one: FlyingDanmaku, sec: number): boolean =>
        sec >= fromSec - longestSec && sec < (flies(modeOf(one)) ? flyingTo : standingTo)
      const said = list.map((danmaku) => ({ sec: atSec ?? danmaku.time, danmaku }))
      const late = said.filter(({ sec, danmaku }) => isLate(danmaku, sec) && wants(danmaku))
      const inOrder = late.toSorted((a, b) => a.sec - b.sec)
      for (const batch of grouped(inOrder, ({ sec }) => batchStart(sec))) planBatch(batch)
    },
    drop: (id) => kept.drop(id),
    renew: (danmaku) => kept.renew(danmaku),
    delay: (placed, bySec) => kept.delay(placed, bySec),
    at: (sec) =>
      kept.between(sec - longestSec, sec + 0.001).filter(({ startSec, endSec }) => startSec <= sec && sec < endSec),
    between: (from, to) => kept.between(from, to),
    places: () =>
      new Map(
        kept.all().flatMap(({ lane, said }) => said.map(({ danmaku, sec }) => [danmaku.id, { lane, sec }] as const)),
      ),
    leftOut: () => kept.leftOut(),
  }
}

interface Batch {
  kept: Places
  former: FormerPlaces | undefined
  input: PlanInput
  modeOf: (danmaku: FlyingDanmaku) => DanmakuMode
}

/** Gathers what says the same, here or on the picture already, and gives the rest their places by right. */
function placeAll(list: readonly Said[], { kept, former, input, modeOf }: Batch): void {
  const fresh: Placed[] = []
  const byKey = new Map<string, Placed>()
  for (const said of list) {
    const key = input.merge && !said.danmaku.mine ? keyOf(said.danmaku) : ''
    if (key !== '' && kept.repeats.join(key, said)) continue
    const first = byKey.get(key)
    if (first) {
      first.said.push(said)
      continue
    }
    const placed = candidateOf(said, modeOf(said.danmaku), input)
    fresh.push(placed)
    if (key !== '') byKey.set(key, placed)
  }
  for (const placed of fresh.toSorted(byRight)) kept.place(placed, former?.get(placed.said[0]?.danmaku.id ?? '')?.lane)
}
