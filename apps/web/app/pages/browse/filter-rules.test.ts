import { expect, test } from 'vitest'
import { rowWidthPx } from './filter-rules.ts'

test('[F03] the width of a line of filter values is that of its letters and gaps', () => {
  expect(rowWidthPx([])).toBe(0)
  expect(rowWidthPx(['全部', '悬疑'])).toBe(2 * (28 + 2 * 14))
  expect(rowWidthPx(['2026'])).toBe(28 + 4 * 9)
  expect(rowWidthPx(['A', '0–9'])).toBe(2 * 28 + 4 * 9)
})
