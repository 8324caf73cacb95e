import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittingCount } from './fitting-rules.ts'

const row = { entries: [30, 30, 45, 60], more: 30, gap: 20, available: 225 }

test('[A02] entries that all fit need no further one', () => {
  expect(fittingCount(row)).toBe(4)
  expect(fittingCount({ ...row, entries: [] })).toBe(0)
})

test('[A02] of entries that do not all fit, those are shown that leave room for the one that holds the others', () => {
  expect(fittingCount({ ...row, available: 224 })).toBe(3)
  expect(fittingCount({ ...row, available: 194 })).toBe(2)
  expect(fittingCount({ ...row, available: 0 })).toBe(0)
})

test('[A02] what is shown fits for any widths, and no further entry would', () => {
  const widths = fc.record({
    entries: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 15 }),
    more: fc.integer({ min: 1, max: 60 }),
    gap: fc.integer({ min: 0, max: 30 }),
    available: fc.integer({ min: 0, max: 900 }),
  })
  const sum = (all: readonly number[], gap: number) => all.reduce((total, one) => total + one + gap, -gap)
  fc.assert(
    fc.property(widths, ({ entries, more, gap, available }) => {
      const count = fittingCount({ entries, more, gap, available })
      const withMore = (shown: number) => sum([...entries.slice(0, shown), more], gap)
      if (count === entries.length) return sum(entries, gap) <= available || entries.length === 0
      return (count === 0 || withMore(count) <= available) && withMore(count + 1) > available
    }),
  )
})
