import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dayStartMs,
  heatOfSteps,
  isValidLength,
  packOf,
  pauseSec,
  shownWeight,
  spanOfBroadcast,
  spanOfEpisode,
  spanOfPack,
  weightOf,
  weightOfUps,
} from './danmaku-rules.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)

test('[I02] a danmaku has 1 to 100 characters, whatever their UTF-16 length', () => {
  expect(['', '𠮷'.repeat(101)].map(isValidLength)).toEqual([false, false])
  expect(['好', '𠮷'.repeat(100)].map(isValidLength)).toEqual([true, true])
})

test('[I02] a user waits five seconds between two, and never long after the clock was set back', () => {
  expect(pauseSec(nowMs, nowMs)).toBe(5)
  expect(pauseSec(nowMs - 4001, nowMs)).toBe(1)
  expect(pauseSec(nowMs + 1, nowMs)).toBe(5)
  expect([pauseSec(null, nowMs), pauseSec(nowMs - 5000, nowMs), pauseSec(nowMs + 9_000_000, nowMs)]).toEqual([0, 0, 0])
})

test('[I02] days begin at midnight in China', () => {
  expect(dayStartMs(Date.UTC(2026, 10, 21, 15, 59, 59))).toBe(Date.UTC(2026, 10, 20, 16))
  expect(dayStartMs(Date.UTC(2026, 10, 21, 16))).toBe(Date.UTC(2026, 10, 21, 16))
})

test('[I02] an episode ends at its duration, and a broadcast reaches back as far as recordings', () => {
  expect(spanOfEpisode(60_000)).toEqual({ fromMs: 0, toMs: 90_000 })
  expect(spanOfEpisode(0).toMs).toBe(24 * 3_600_000)
  expect(spanOfBroadcast(nowMs, 3600)).toEqual({ fromMs: nowMs - 3_630_000, toMs: nowMs + 30_000 })
})

test('[I02] every moment is in one pack, and within its span', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (atMs) => {
      const { fromMs, toMs } = spanOfPack(packOf(atMs))
      expect(atMs).toBeGreaterThanOrEqual(fromMs)
      expect(atMs).toBeLessThan(toMs)
    }),
  )
})

test('[I02] meaningful texts weigh more; repeated, monotone and short ones weigh less', () => {
  const weigh = (text: string, rest: { vip?: boolean; repeats?: number } = {}): number =>
    weightOf({ text, vip: false, repeats: 0, ...rest })
  const line = '这一段的配乐太好了'
  expect(weigh(line, { vip: true })).toBeGreaterThan(weigh(line))
  expect(weigh(line)).toBeGreaterThan(weigh('好看呀'))
  expect(weigh('好看呀')).toBeGreaterThan(weigh('6'))
  expect(weigh('哈哈哈哈哈哈')).toBeLessThan(weigh('笑死我了哈哈'))
  expect([0, 1, 3, 10].map((repeats) => weigh(line, { repeats }))).toEqual([5, 4, 3, 2])
  expect([0, 1, 2, 3, 10, 100, 9999].map(weightOfUps)).toEqual([0, 1, 1, 2, 3, 5, 5])
  expect([-3, 0, 4, 12].map(shownWeight)).toEqual([0, 0, 4, 10])
})

test('[I02] a heat line counts every danmaku, in a thousand steps at most', () => {
  expect(heatOfSteps([])).toEqual({ stepSec: 10, counts: [] })
  expect(heatOfSteps([{ step: 2, count: 7 }])).toEqual({ stepSec: 10, counts: [0, 0, 7] })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ step: fc.nat(20_000), count: fc.integer({ min: 1, max: 99 }) }), {
        selector: ({ step }) => step,
      }),
      (tens) => {
        const { stepSec, counts } = heatOfSteps(tens)
        expect(counts.length).toBeLessThanOrEqual(1000)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(tens.reduce((sum, { count }) => sum + count, 0))
        for (const { step } of tens) expect(counts[Math.floor((step * 10) / stepSec)]).toBeGreaterThan(0)
      },
    ),
  )
})
