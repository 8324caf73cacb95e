import { expect, test } from 'vitest'
import { isHeldBy, weighs } from './report-rules.ts'

test('[I04] who is new and who wrote a text hold nothing by reporting it', () => {
  const daySec = 24 * 3600
  expect(weighs({ joinedAt: 1000, isAuthor: false }, 1000 + daySec - 1)).toBe(false)
  expect(weighs({ joinedAt: 1000, isAuthor: true }, 1000 + 9 * daySec)).toBe(false)
  expect(weighs({ joinedAt: 1000, isAuthor: false }, 1000 + daySec)).toBe(true)
})

test('[I04] reports from three networks hold a text once, until an operator has looked', () => {
  expect(isHeldBy({ networks: 2, isSettled: false })).toBe(false)
  expect(isHeldBy({ networks: 3, isSettled: true })).toBe(false)
  expect(isHeldBy({ networks: 3, isSettled: false })).toBe(true)
})
