import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAllowed } from './allowed-rules.ts'

test('[E06] an invalid rule shows to nobody, and `not` does not invert it', () => {
  for (const other of [undefined, null, true, false, {}, { 0: 888 }, () => 888, Symbol('888'), 888n])
    for (const not of [false, true])
      for (const authorityId of [888, null]) expect(isAllowed(authorityId, other, not)).toBe(false)
})

test.each([
  [888, 888, true],
  [888, '888', true],
  [888, '1,888', true],
  [888, ' 1 , 888 ', true],
  [888, [1, 888], true],
  [888, ['1', '888'], true],
  [888, 8880, false],
  [888, '1,88', false],
  [888, '', false],
  [888, ',', false],
  [888, [], false],
  [888, '888.0', false],
  [0, '', false],
  [0, '0', true],
  [null, 888, false],
  [null, 'null', false],
  [null, '', false],
])('[E06] role %s with the rule %j: %s; `not` inverts it', (authorityId, authority, expected) => {
  expect(isAllowed(authorityId, authority)).toBe(expected)
  expect(isAllowed(authorityId, authority, true)).toBe(!expected)
})

test('[E06] a role matches exactly if it is in the list', () => {
  const role = fc.integer({ min: 0, max: 2_147_483_647 })
  fc.assert(
    fc.property(role, fc.array(role), (own, list) => {
      expect(isAllowed(own, list)).toBe(list.includes(own))
      expect(isAllowed(own, list.join(','))).toBe(list.includes(own))
    }),
  )
})
