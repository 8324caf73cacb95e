import { expect, test } from 'vitest'
import { rowWidthPx } from './filter-rules.ts'

test('[F03] a line of filter words is as wide as its letters and what stands between them', () => {
  expect(rowWidthPx([])).toBe(0)
  expect(rowWidthPx(['全部', '悬疑'])).toBe(2 * (28 + 2 * 14))
  expect(rowWidthPx(['2026'])).toBe(28 + 4 * 9)
  expect(rowWidthPx(['A', '0–9'])).toBe(2 * 28 + 4 * 9)
})
