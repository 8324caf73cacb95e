import { expect, test } from 'vitest'
import { shouldHold, countsTowardsHold } from './report-rules.ts'

test('[I04] reports of new users and of the author do not hold a text', () => {
  const daySec = 24 * 3600
  expect(countsTowardsHold({ joinedAt: 1000, isAuthor: false }, 1000 + daySec - 1)).toBe(false)
  expect(countsTowardsHold({ joinedAt: 1000, isAuthor: true }, 1000 + 9 * daySec)).toBe(false)
  expect(countsTowardsHold({ joinedAt: 1000, isAuthor: false }, 1000 + daySec)).toBe(true)
})

test('[I04] reports from three networks hold a text once, until an operator has reviewed it', () => {
  expect(shouldHold({ networks: 2, isReviewed: false })).toBe(false)
  expect(shouldHold({ networks: 3, isReviewed: true })).toBe(false)
  expect(shouldHold({ networks: 3, isReviewed: false })).toBe(true)
})
