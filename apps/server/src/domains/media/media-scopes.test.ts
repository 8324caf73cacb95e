import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expiryOf, parseScope, scopeName, type Scope } from './media-scopes.ts'

test.each([
  '',
  'v',
  'v0-1-std',
  'v1-0-std',
  'v1-1-',
  'v1-1-gold',
  'x1-1-std',
  'v1-1-std-',
  'v01-1-std',
  'v1-1-STD',
  'v1-1-std-p-p',
  'v1-1-std-t0',
  'v1-1-std-t',
  'v1-1-std-p-t5',
])('[F08] %j is not a scope', (name) => {
  expect(parseScope(name)).toBeNull()
})

test('[F08] a scope is parsed back to the same value', () => {
  const scopes: fc.Arbitrary<Scope> = fc.record({
    role: fc.constantFrom('master', 'files'),
    assetId: fc.integer({ min: 1, max: 2_147_483_647 }),
    version: fc.integer({ min: 1, max: 999_999_999 }),
    tier: fc.constantFrom('std', 'vip'),
    previewMs: fc.option(fc.integer({ min: 1, max: 999_999_999 })),
    isPrivate: fc.boolean(),
  })
  fc.assert(
    fc.property(scopes, (scope) => {
      expect(parseScope(scopeName(scope))).toEqual(scope)
    }),
  )
})

test("[F08] addresses are valid for the film's duration plus two hours, at least six hours, and change only every ten minutes", () => {
  const now = 1_800_000_001
  expect(expiryOf(60_000, now)).toBe(1_800_022_200)
  expect(expiryOf(5 * 3600_000, now) - now).toBeGreaterThanOrEqual(7 * 3600)
  expect(expiryOf(60_000, now + 500)).toBe(expiryOf(60_000, now))
})
