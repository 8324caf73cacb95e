import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['', ''],
  ['a@b', 'a@b'],
  ['a@b.c', 'a@b**'],
  ['a@b.cn', 'a@b***'],
  ['ab@c.cn', 'ab@***n'],
  ['lin@beiyu.example', 'lin***iyu.example'],
  ['nights@example.com', 'nig***@example.com'],
  ['nightsail@example.com', 'nig***ail@example.com'],
  ['船长在海上@例子.cn', '船长在***例子.cn'],
])('[E05] %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test('[E05] characters 4 to 6 of any address are stars, and no others change', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [before, shown] = [[...email], [...maskEmail(email)]]
      expect(shown.slice(3, 6)).toEqual(before.slice(3, 6).map(() => '*'))
      expect([...shown.slice(0, 3), ...shown.slice(6)]).toEqual([...before.slice(0, 3), ...before.slice(6)])
    }),
  )
})
