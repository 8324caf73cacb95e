import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excludeSpans, maxProgrammeSec, resolveTimetable, type Slot } from './timetable-rules.ts'

const china = 8 * 60
const midnight = Date.UTC(2026, 10, 20, 16) / 1000
const at = (hours: number): number => midnight + hours * 3600

/** Programmes by name, start and end in hours after midnight. */
const slotsOf = (programmes: readonly (readonly [string, number, number | null])[]): Slot[] =>
  programmes.map(([name, start, stop], index) => ({
    at: index,
    startSec: at(start),
    stopSec: stop === null ? null : at(stop),
    digest: name.charCodeAt(0),
  }))
const resolved = (programmes: readonly (readonly [string, number, number | null])[]) =>
  resolveTimetable(slotsOf(programmes), china).map(({ at: index, startSec, endSec }) => [
    programmes[index]?.[0],
    (startSec - midnight) / 3600,
    (endSec - midnight) / 3600,
  ])

test.each([
  ['nothing is nothing', [], []],
  [
    'in any order',
    [
      ['乙', 2, 3],
      ['甲', 1, 2],
    ],
    [
      ['甲', 1, 2],
      ['乙', 2, 3],
    ],
  ],
  [
    'the next one ends what overlaps it',
    [
      ['甲', 1, 3],
      ['乙', 2, 4],
    ],
    [
      ['甲', 1, 2],
      ['乙', 2, 4],
    ],
  ],
  [
    'one within another ends it',
    [
      ['甲', 1, 5],
      ['乙', 2, 3],
    ],
    [
      ['甲', 1, 2],
      ['乙', 2, 3],
    ],
  ],
  [
    'of two that begin together the longer one stays',
    [
      ['甲', 1, 2],
      ['乙', 1, 3],
    ],
    [['乙', 1, 3]],
  ],
  [
    'and the first where they are as long',
    [
      ['甲', 1, 2],
      ['乙', 1, 2],
    ],
    [['甲', 1, 2]],
  ],
  [
    'twice the same is once',
    [
      ['甲', 1, 2],
      ['甲', 1, 2],
    ],
    [['甲', 1, 2]],
  ],
  [
    'an end that is not told is the next start',
    [
      ['甲', 1, null],
      ['乙', 2.5, 3],
    ],
    [
      ['甲', 1, 2.5],
      ['乙', 2.5, 3],
    ],
  ],
  [
    'before a long gap it is an hour',
    [
      ['甲', 1, null],
      ['乙', 12, 13],
    ],
    [
      ['甲', 1, 2],
      ['乙', 12, 13],
    ],
  ],
  ['at the end it is an hour, too', [['甲', 1, null]], [['甲', 1, 2]]],
  [
    'a gap stays a gap',
    [
      ['甲', 1, 2],
      ['乙', 3, 4],
    ],
    [
      ['甲', 1, 2],
      ['乙', 3, 4],
    ],
  ],
  [
    'two halves around midnight are one',
    [
      ['甲', 23, 24],
      ['甲', 24, 25],
    ],
    [['甲', 23, 25]],
  ],
  [
    'what is repeated at midnight is one',
    [
      ['甲', 23, 25],
      ['甲', 24, 25],
    ],
    [['甲', 23, 25]],
  ],
  [
    'and goes on as long as either says',
    [
      ['甲', 23, 24.5],
      ['甲', 24, 25],
    ],
    [['甲', 23, 25]],
  ],
  [
    'two of a name at noon are two',
    [
      ['甲', 11, 12],
      ['甲', 12, 13],
    ],
    [
      ['甲', 11, 12],
      ['甲', 12, 13],
    ],
  ],
  [
    'another name at midnight is another',
    [
      ['甲', 23, 24],
      ['乙', 24, 25],
    ],
    [
      ['甲', 23, 24],
      ['乙', 24, 25],
    ],
  ],
  ['nothing lasts longer than a day', [['甲', 1, 100]], [['甲', 1, 25]]],
] as const)('[G04] %s', (_, programmes, timetable) => {
  expect(resolved(programmes)).toEqual(timetable)
})

test("[G04] midnight is that of the guide's time zone", () => {
  const halves = slotsOf([
    ['甲', 23, 24],
    ['甲', 24, 25],
  ])
  expect(resolveTimetable(halves, china)).toHaveLength(1)
  expect(resolveTimetable(halves, 0)).toHaveLength(2)
})

const someSlots = fc
  .array(
    fc.record({
      startSec: fc.integer({ min: midnight, max: midnight + 200_000 }),
      lasting: fc.option(fc.integer({ min: 1, max: 100_000 })),
      digest: fc.nat(3),
    }),
    { maxLength: 40 },
  )
  .map((slots) =>
    slots.map(({ startSec, lasting, digest }, index): Slot => ({
      at: index,
      startSec,
      stopSec: lasting === null ? null : startSec + lasting,
      digest,
    })),
  )
const someSpans = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 })), { maxLength: 8 })
  .map((steps) => {
    let sec = midnight
    return steps.map(([gap, length]) => ({ startSec: (sec += gap), endSec: (sec += length) }))
  })

test('[G04] any guide gives a timetable that is sorted, without overlaps, and outside the excluded spans', () => {
  fc.assert(
    fc.property(someSlots, someSpans, (slots, settled) => {
      const showings = resolveTimetable(slots, china)
      const starts = new Set(slots.map(({ startSec }) => startSec))
      for (const [index, { startSec, endSec, at: place }] of showings.entries()) {
        expect(endSec).toBeGreaterThan(startSec)
        expect(endSec - startSec).toBeLessThanOrEqual(maxProgrammeSec)
        expect(endSec).toBeLessThanOrEqual(showings[index + 1]?.startSec ?? endSec)
        expect(slots[place]?.startSec).toBe(startSec)
        expect(starts.has(startSec)).toBe(true)
      }
      for (const { startSec, endSec } of excludeSpans(showings, settled)) {
        expect(endSec).toBeGreaterThan(startSec)
        for (const span of settled) expect(endSec <= span.startSec || startSec >= span.endSec).toBe(true)
      }
    }),
  )
})

test('[G04] around excluded spans, programmes that reach into them are cut and those that begin within them are dropped', () => {
  const showings = [0, 1, 2, 3, 4].map((hour) => ({ at: hour, startSec: at(hour), endSec: at(hour + 1) }))
  const kept = excludeSpans(showings, [{ startSec: at(1.5), endSec: at(3.5) }])
  expect(kept.map(({ at: index, endSec }) => [index, (endSec - midnight) / 3600])).toEqual([
    [0, 1],
    [1, 1.5],
    [4, 5],
  ])
  expect(excludeSpans(showings, [])).toEqual(showings)
})
