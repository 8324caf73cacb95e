import { expect, test } from 'vitest'
import { lineWidth } from './filter-rules.ts'

test('[F03] a line of filter words is as wide as its letters and what stands between them', () => {
  expect(lineWidth([])).toBe(0)
  expect(lineWidth(['全部', '悬疑'])).toBe(2 * (28 + 2 * 14))
  expect(lineWidth(['2026'])).toBe(28 + 4 * 9)
  expect(lineWidth(['A', '0–9'])).toBe(2 * 28 + 4 * 9)
})
