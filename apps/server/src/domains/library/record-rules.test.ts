import { CommentKind, type SyncRecord } from '@yunmu/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTooSoon, newerOf, newestOfEach, percentOf, toRecord, typeOfTitle, type WatchRecord } from './record-rules.ts'

const now = 1_800_000_000
const sent: SyncRecord = {
  type: 'vod',
  id: 5,
  episode: 2,
  duration: 2400.5,
  percent: 25,
  currentTime: 600.125,
  title: '雾港',
  saveTime: now - 60,
}

describe('what a browser sent', () => {
  test('[F09] a time in the future counts as now, except for a tolerance of two minutes', () => {
    expect(toRecord({ ...sent, saveTime: now + 121 }, now).watchedAt).toBe(now)
    expect(toRecord({ ...sent, saveTime: now + 120 }, now).watchedAt).toBe(now + 120)
    expect(toRecord({ ...sent, saveTime: -5 }, now).watchedAt).toBe(1)
  })

  test('[F09] a position beyond the end is the end, if the duration is known', () => {
    expect(toRecord({ ...sent, currentTime: 9999 }, now).positionMs).toBe(2_400_500)
    expect(toRecord({ ...sent, currentTime: 9999, duration: 0 }, now).positionMs).toBe(9_999_000)
  })

  test('[F09] the position is stored to the millisecond, and computed from the percentage if only that is known', () => {
    expect(toRecord(sent, now)).toMatchObject({
      refId: 5,
      kind: 'vod',
      level: 2,
      positionMs: 600_125,
      durationMs: 2_400_500,
    })
    const { currentTime: _, ...older } = sent
    expect(toRecord(older, now).positionMs).toBe(600_125)
  })
})

test('[F09] [L01] the percentage has two decimals, never exceeds 100, and is 0 if the duration is unknown', () => {
  expect(percentOf(1, 3)).toBe(33.33)
  expect(percentOf(2, 3)).toBe(66.67)
  expect(percentOf(5, 3)).toBe(100)
  expect(percentOf(5, 0)).toBe(0)
})

test('[F09] [L01] titles of categories 1 and 6 are series, all others films', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(typeOfTitle)).toEqual(['tv', 'vod', 'vod', 'vod', 'vod', 'tv', 'vod'])
})

test('[F09] records are too soon within five seconds, unless the episode or the position differs', () => {
  const last = { level: 1, positionMs: 60_000, acceptedMs: 1_000_000 }
  const at = (afterMs: number, next: { level?: number; positionMs?: number } = {}) =>
    isTooSoon(last, { level: 1, positionMs: 61_000, ...next }, last.acceptedMs + afterMs)
  expect(at(4999)).toBe(true)
  expect(at(5000)).toBe(false)
  expect(at(10, { level: 2 })).toBe(false)
  expect(at(10, { positionMs: 75_000 })).toBe(true)
  expect(at(10, { positionMs: 75_001 })).toBe(false)
  expect(at(10, { positionMs: 44_999 })).toBe(false)
})

describe('merging', () => {
  // Few distinct values, so that ties occur.
  const aRecord: fc.Arbitrary<WatchRecord> = fc.record({
    refId: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom(...CommentKind.options),
    level: fc.integer({ min: 1, max: 3 }),
    positionMs: fc.integer({ min: 0, max: 3 }),
    durationMs: fc.integer({ min: 0, max: 2 }),
    watchedAt: fc.integer({ min: 1, max: 4 }),
  })
  const sorted = (records: WatchRecord[]) => records.map((record) => JSON.stringify(record)).toSorted()

  test('[F09] neither the order of arrival nor repetitions matter', () => {
    const shuffled = fc
      .array(aRecord, { maxLength: 30 })
      .chain((records) =>
        fc.tuple(
          fc.constant(records),
          fc.shuffledSubarray([...records, ...records], { minLength: 2 * records.length }),
        ),
      )
    fc.assert(
      fc.property(shuffled, ([records, again]) => {
        expect(sorted(newestOfEach(again))).toEqual(sorted(newestOfEach(records)))
      }),
    )
  })

  test('[F09] merging in parts equals merging at once', () => {
    fc.assert(
      fc.property(fc.array(aRecord), fc.array(aRecord), (some, others) => {
        const inParts = newestOfEach([...newestOfEach(some), ...newestOfEach(others)])
        expect(sorted(inParts)).toEqual(sorted(newestOfEach([...some, ...others])))
      }),
    )
  })

  test('[F09] the later time wins; then the later episode, then the later position', () => {
    const record = { refId: 1, kind: 'vod' as const, level: 2, positionMs: 10, durationMs: 100, watchedAt: 50 }
    const wins = (change: Partial<WatchRecord>) => newerOf(record, { ...record, ...change }) !== record
    expect(wins({ watchedAt: 51, level: 1, positionMs: 0 })).toBe(true)
    expect(wins({ watchedAt: 49, level: 9, positionMs: 99 })).toBe(false)
    expect(wins({ level: 3, positionMs: 0 })).toBe(true)
    expect(wins({ positionMs: 11 })).toBe(true)
    expect(wins({ positionMs: 9, durationMs: 200 })).toBe(false)
  })
})
