import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expiryOf, readScope, scopeName, type Scope } from './media-scopes.ts'

test.each(['', 'v', 'v0-1-std', 'v1-0-std', 'v1-1-', 'v1-1-gold', 'x1-1-std', 'v1-1-std-', 'v01-1-std', 'v1-1-STD'])(
  '[F08] %j is no scope',
  (name) => {
    expect(readScope(name)).toBeNull()
  },
)

test('[F08] a scope reads as it was written', () => {
  const scopes: fc.Arbitrary<Scope> = fc.record({
    role: fc.constantFrom('master', 'files'),
    assetId: fc.integer({ min: 1, max: 2_147_483_647 }),
    version: fc.integer({ min: 1, max: 999_999_999 }),
    tier: fc.constantFrom('std', 'vip'),
  })
  fc.assert(
    fc.property(scopes, (scope) => {
      expect(readScope(scopeName(scope))).toEqual(scope)
    }),
  )
})

test('[F08] addresses live for the film and two hours, six hours at least, and change every ten minutes only', () => {
  const now = 1_800_000_001
  expect(expiryOf(60_000, now)).toBe(1_800_022_200)
  expect(expiryOf(5 * 3600_000, now) - now).toBeGreaterThanOrEqual(7 * 3600)
  expect(expiryOf(60_000, now + 500)).toBe(expiryOf(60_000, now))
})
