import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from './envelope.ts'

test('the day of a time is that of UTC, for times in any order', () => {
  const moments = fc.array(fc.double({ min: 0, max: 4e9, noNaN: true }), { minLength: 2 })
  fc.assert(
    fc.property(moments, (all) => {
      for (const nowSec of all) expect(dayOf(nowSec)).toBe(new Date(nowSec * 1000).toISOString().slice(0, 10))
    }),
  )
})

test('a day begins with its first second', () => {
  const midnightSec = Date.UTC(2026, 10, 22) / 1000
  expect([dayOf(midnightSec - 0.001), dayOf(midnightSec)]).toEqual(['2026-11-21', '2026-11-22'])
})
