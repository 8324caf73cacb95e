import { expect, test } from 'vitest'
import { shownLength } from './shown-length.ts'

test('[H01] while scores are hidden, the bar of a recording does not tell whether there was extra time', () => {
  const [regularSec, withExtraSec] = [6600, 9300]
  expect(shownLength(regularSec)).toBe(regularSec)
  expect(shownLength(regularSec, 10_800)).toBe(shownLength(withExtraSec, 10_800))
  expect(shownLength(withExtraSec, 10_800)).toBeGreaterThan(withExtraSec)
})
