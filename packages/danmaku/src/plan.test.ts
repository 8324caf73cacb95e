import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flying, settings } from './danmaku.fixture.ts'
import { createFilter } from './filter.ts'
import { leftOf, collides } from './lanes.ts'
import { countAt } from './merge.ts'
import { isMoving, metricsOf } from './metrics.ts'
import type { Placed } from './placed.ts'
import { createPlan, type Plan } from './plan.ts'
import { createTimeline } from './timeline.ts'
import type { DanmakuItem } from './types.ts'

interface PlanOptions extends Partial<typeof settings> {
  overlap?: boolean
  isStatic?: boolean
  previous?: ReturnType<Plan['positions']>
}

function planOf(
  list: readonly DanmakuItem[],
  { overlap = false, isStatic = false, previous, ...changes }: PlanOptions = {},
) {
  const options = { ...settings, area: 25 as const, ...changes }
  const timeline = createTimeline<DanmakuItem>(1_000_000)
  timeline.put(list, 0)
  const metrics = metricsOf({ width: 1000, height: 562 }, options, isStatic)
  const widthOf = (text: string, fontPx: number): number => text.length * fontPx
  const input = {
    timeline,
    metrics,
    isVisible: createFilter(options),
    merge: options.merge,
    overlap,
    isStatic,
    widthOf,
  }
  return { timeline, metrics, plan: createPlan(previous ? { ...input, previous } : input) }
}

const ids = (list: readonly Placed[]): string[] =>
  list.flatMap(({ occurrences }) => occurrences.map(({ danmaku }) => danmaku.id))
const at = (plan: Plan, sec: number): Placed[] => {
  plan.advance(sec)
  return plan.at(sec)
}
const anyList = fc
  .array(
    fc.record({
      time: fc.integer({ min: 0, max: 40_000 }).map((ms) => ms / 1000),
      mode: fc.constantFrom('scroll', 'scroll', 'scroll', 'top', 'bottom', 'reverse'),
      text: fc.string({ unit: fc.constantFrom(...'弹幕云海山河'), minLength: 1, maxLength: 30 }),
      weight: fc.nat(10),
      size: fc.constantFrom(18, 25, 36),
    }),
    { maxLength: 150 },
  )
  .map((list) => list.map((one) => flying(one)))

test('[I02] no two moving danmaku in a lane ever touch, and no two fixed ones', () => {
  fc.assert(
    fc.property(anyList, (list) => {
      const { plan, metrics } = planOf(list, { merge: false })
      const seen = new Set<Placed>()
      for (let sec = 0; sec < 50; sec += 0.5) for (const placed of at(plan, sec)) seen.add(placed)
      const all = [...seen]
      all.forEach((one, index) => {
        for (const other of all.slice(index + 1)) {
          const isSameKind = isMoving(one.mode) === isMoving(other.mode)
          const isSameLane = one.lane === other.lane && (one.mode === 'bottom') === (other.mode === 'bottom')
          if (isSameKind && isSameLane) expect(collides(one, other, metrics.gapPx)).toBe(false)
        }
        expect(one.lane).toBeLessThan(isMoving(one.mode) ? metrics.lanes : metrics.fixedLanes)
      })
    }),
    { numRuns: 40 },
  )
})

test('[I02] with enough room, after a seek the picture shows the danmaku of that time at their positions', () => {
  const list = Array.from({ length: 600 }, (_, index) => flying({ time: index }))
  const { plan, metrics } = planOf(list, { area: 100 })
  for (const sec of [300.5, 20.25, 599, 21, 20]) {
    const shown = at(plan, sec)
    const expected = list.filter(({ time }) => time <= sec && sec < time + metrics.flightSec)
    expect(ids(shown)).toEqual(expected.map(({ id }) => id))
    for (const placed of shown) {
      const share = (sec - (placed.occurrences[0]?.sec ?? 0)) / metrics.flightSec
      const step = 1000 / 12
      const way = 1000 + Math.ceil(placed.width / step) * step
      expect(leftOf(placed, sec)).toBeCloseTo(1000 - share * way, 6)
      expect(leftOf(placed, placed.endSec)).toBeLessThanOrEqual(-placed.width)
    }
  }
})

test('[I02] the same jump shows the same picture, and looking more often changes nothing', () => {
  fc.assert(
    fc.property(anyList, fc.integer({ min: 0, max: 45 }), (list, sec) => {
      const picture = (plan: Plan) => at(plan, sec).map((placed) => [ids([placed]), placed.lane, placed.startSec])
      const [once, often] = [planOf(list).plan, planOf(list).plan]
      const jumped = picture(once)
      at(once, 1000)
      expect(picture(once)).toEqual(jumped)
      at(often, sec)
      for (let ahead = 0; ahead < 20; ahead += 0.25) at(often, sec + ahead)
      expect(picture(often)).toEqual(jumped)
    }),
    { numRuns: 40 },
  )
})

test("[I02] if the lanes are full the lighter ones are omitted, but never the viewer's own", () => {
  const crowd = Array.from({ length: 40 }, (_, index) =>
    flying({ time: 1, weight: index % 10, text: `很长的一句话${index}` }),
  )
  const mine = flying({ time: 1.5, mine: true, weight: 0 })
  const { plan, metrics } = planOf([...crowd, mine])
  const shown = at(plan, 2)
  expect(ids(shown)).toContain(mine.id)
  expect(shown).toHaveLength(metrics.lanes)
  const weights = shown.flatMap(({ occurrences }) =>
    occurrences.map(({ danmaku }) => (danmaku.mine ? 9 : danmaku.weight)),
  )
  expect(weights).toEqual(weights.map(() => 9))
  expect(plan.dropped()).toBe(41 - metrics.lanes)
})

test("[I02] the viewer's own danmaku and any other never touch, in whatever order they arrive, and none of its own is omitted", () => {
  const ownAt = fc.constantFrom(false, false, false, false, true)
  const anyMixed = fc.tuple(anyList, fc.array(ownAt, { minLength: 150, maxLength: 150 }), fc.nat(150))
  fc.assert(
    fc.property(anyMixed, ([list, own, early]) => {
      const items = list.map((one, index) => ({ ...one, mine: own[index] ?? false }))
      const { plan, timeline, metrics } = planOf(items.slice(0, early))
      const seen = new Set<Placed>()
      for (let sec = 0; sec < 130; sec += 0.25) {
        // Those that were not known before are sent or pushed when their time has come.
        const sent = items.slice(early).filter(({ time }) => time > sec - 0.25 && time <= sec)
        timeline.put(sent, sec)
        plan.addLate(sent, sec)
        for (const placed of at(plan, sec)) seen.add(placed)
      }
      const isOwn = ({ occurrences }: Placed): boolean => occurrences[0]?.danmaku.mine === true
      const mine = [...seen].filter(isOwn)
      for (const one of mine)
        for (const other of seen) {
          const isSameLane = one.lane === other.lane && (one.mode === 'bottom') === (other.mode === 'bottom')
          if (one !== other && isSameLane) expect(collides(one, other, metrics.gapPx)).toBe(false)
        }
      expect(new Set(ids(mine))).toEqual(new Set(items.filter((one) => one.mine).map(({ id }) => id)))
    }),
    { numRuns: 40 },
  )
})

test('[I02] if all lanes are taken a just sent danmaku waits for the shortest gap, and later ones move away', () => {
  const crowd = Array.from({ length: 60 }, (_, index) => flying({ time: index / 4, text: `很长的一句话${index}` }))
  const { plan, timeline, metrics } = planOf(crowd)
  const before = at(plan, 6).map(({ lane }) => lane)
  expect(new Set(before).size).toBe(metrics.lanes)
  const sent = flying({ time: 6, mine: true, text: '我来了' })
  timeline.put([sent], 6)
  plan.addLate([sent], 6)
  const own = at(plan, 9).find(({ occurrences }) => occurrences[0]?.danmaku === sent)
  // A text of eight characters and the gap have entered the picture after two seconds.
  expect(own?.startSec).toBeGreaterThan(6)
  expect(own?.startSec).toBeLessThan(8.5)
  // A change of settings keeps it where it is.
  const again = planOf([...crowd, sent], { opacity: 50, previous: plan.positions() }).plan
  const kept = at(again, 9).find(({ occurrences }) => occurrences[0]?.danmaku === sent)
  expect([kept?.startSec, kept?.lane]).toEqual([own?.startSec, own?.lane])
})

test('[I02] a danmaku that lost its lane to an own one does not swallow equal texts', () => {
  const crowd = Array.from({ length: 60 }, (_, index) =>
    flying({ time: 3 + index / 100, text: `很长的一句话${index}` }),
  )
  const { plan, timeline } = planOf(crowd)
  at(plan, 2)
  const before = plan.between(3, 4)
  const sent = Array.from({ length: 6 }, () => flying({ time: 2.5, mine: true, text: '我说的也是很长的一句话' }))
  timeline.put(sent, 2.5)
  plan.addLate(sent, 2.5)
  const displaced = before.filter((one) => !plan.between(3, 4).includes(one)).flatMap(({ occurrences }) => occurrences)
  expect(displaced.length).toBeGreaterThan(0)
  const again = displaced.slice(0, 1).map(({ danmaku: { text } }) => flying({ time: 11.5, text }))
  for (const sec of [5, 8, 11]) plan.advance(sec)
  timeline.put(again, 11.5)
  plan.addLate(again)
  expect(ids(at(plan, 11.8))).toContain(again[0]?.id)
})

test('[I02] with overlap the viewer sees all of them', () => {
  const crowd = Array.from({ length: 2000 }, (_, index) => flying({ time: index / 2000, text: `一句话${index}` }))
  expect(at(planOf(crowd, { overlap: true, merge: false }).plan, 3)).toHaveLength(2000)
})

test('[I02] the lowest density shows at most fifteen at once', () => {
  const crowd = Array.from({ length: 600 }, (_, index) => flying({ time: index / 20, text: `嗯${index}` }))
  const { plan } = planOf(crowd, { density: 'few', area: 100 })
  for (let sec = 0; sec < 30; sec += 0.5) expect(at(plan, sec).length).toBeLessThanOrEqual(15)
  expect(at(plan, 15).length).toBeGreaterThan(5)
})

test('[I02] at most two fixed danmaku per position are shown, and moving ones leave them room', () => {
  const tops = Array.from({ length: 5 }, () => flying({ time: 10, mode: 'top' }))
  const bottoms = Array.from({ length: 5 }, () => flying({ time: 10, mode: 'bottom' }))
  const stream = Array.from({ length: 80 }, (_, index) => flying({ time: index / 4, text: `不停地说${index}` }))
  const { plan, metrics } = planOf([...tops, ...bottoms, ...stream])
  const shown = at(plan, 12)
  const standing = shown.filter(({ mode }) => !isMoving(mode))
  expect(standing).toHaveLength(4)
  const flyingOnes = shown.filter(({ mode }) => isMoving(mode))
  expect(flyingOnes.length).toBeGreaterThan(0)
  for (const one of flyingOnes)
    for (const other of standing.filter(({ mode, lane }) => mode === 'top' && lane === one.lane))
      expect(collides(one, other, metrics.gapPx)).toBe(false)
})

test('[I02] equal texts are merged into one with an increasing count, as long as it is on the picture', () => {
  const list = [1, 2, 3, 3.5, 30].map((time) => flying({ time, text: time > 1 ? '哈哈哈哈！' : '哈哈哈' }))
  const { plan } = planOf(list)
  const [one, ...more] = at(plan, 4)
  expect(more).toEqual([])
  expect([1, 2, 3.2, 4].map((sec) => countAt(one?.occurrences ?? [], sec))).toEqual([1, 2, 3, 4])
  expect(ids(at(plan, 31))).toEqual([list[4]?.id])
  expect(at(planOf(list, { merge: false }).plan, 4)).toHaveLength(4)
})

test('[I02] an own danmaku is not merged, and another mode is separate', () => {
  const list = [flying({ text: '好' }), flying({ text: '好', mine: true }), flying({ text: '好', mode: 'top' })]
  expect(at(planOf(list).plan, 0.5)).toHaveLength(3)
})

test('[I02] removed danmaku disappear, and the others of a merged one stay', () => {
  const list = [flying({ text: '好', time: 0 }), flying({ text: '好', time: 0.1 }), flying({ time: 0.2 })]
  const { plan } = planOf(list)
  at(plan, 1)
  plan.remove(list[0]?.id ?? '')
  plan.remove(list[2]?.id ?? '')
  expect(ids(plan.at(1))).toEqual([list[1]?.id])
})

test('[I02] a danmaku that arrives again with more likes stays where it is', () => {
  const one = flying({ time: 0 })
  const { plan } = planOf([one])
  const [before] = at(plan, 2)
  plan.update({ ...one, up: 7 })
  const [after] = at(plan, 2)
  expect(after).toBe(before)
  expect(after?.occurrences[0]?.danmaku.up).toBe(7)
})

test('[I02] a late danmaku is shown where it belongs, and a just sent one from now on', () => {
  const { plan, timeline } = planOf([])
  at(plan, 100)
  const [late, sent, past, ahead] = [96, 40, 20, 110].map((time) => flying({ time }))
  if (!late || !sent || !past || !ahead) throw new Error('four were made')
  timeline.put([late, sent, past, ahead], 100)
  plan.addLate([late, past, ahead])
  plan.addLate([sent], 100)
  const shown = at(plan, 100.5)
  expect(new Set(ids(shown))).toEqual(new Set([late.id, sent.id]))
  expect(shown.map(({ startSec }) => startSec)).toEqual([96, 100])
  expect(ids(at(plan, 112))).toEqual([ahead.id])
})

test('[I02] other settings leave those on the picture where they are', () => {
  const list = Array.from({ length: 30 }, (_, index) =>
    flying({ time: index / 2, weight: index % 3, text: `说了又说${index}` }),
  )
  const before = planOf(list)
  const shown = at(before.plan, 8).filter(({ occurrences }) => occurrences[0]?.danmaku.weight !== 0)
  const after = at(planOf(list, { level: 1, previous: before.plan.positions() }).plan, 8)
  const laneOf = (id: string | undefined) => after.find(({ occurrences }) => occurrences[0]?.danmaku.id === id)?.lane
  expect(shown.length).toBeGreaterThan(3)
  for (const { occurrences, lane } of shown) expect(laneOf(occurrences[0]?.danmaku.id)).toBe(lane)
})

test('[I02] with reduced motion three are shown at fixed positions', () => {
  const list = Array.from({ length: 10 }, (_, index) =>
    flying({ time: index / 10, mode: index % 2 ? 'scroll' : 'reverse' }),
  )
  const shown = at(planOf(list, { isStatic: true }).plan, 2)
  expect(shown).toHaveLength(3)
  for (const placed of shown) expect(placed.fromX).toBe(placed.toX)
})

test('[I02] in a crowd at most about one in four is coloured', () => {
  const crowd = Array.from({ length: 200 }, (_, index) =>
    flying({ time: index / 10, color: 0x4290ff, text: `字${index}` }),
  )
  const shown = at(planOf(crowd, { area: 100 }).plan, 19)
  expect(shown.length).toBeGreaterThan(30)
  expect(shown.filter(({ color }) => color !== 0xffffff).length).toBeLessThanOrEqual(shown.length / 3)
})
