import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['', ''],
  ['a@b', 'a@b'],
  ['ab@c', 'ab@*'],
  ['nightsail@example.com', 'nig***ail@example.com'],
  ['船长在海上@例子.cn', '船长在***例子.cn'],
])('[E05] %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test('[E05] characters 4 to 6 are stars, and no other changes', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [was, is] = [[...email], [...maskEmail(email)]]
      expect(is).toHaveLength(was.length)
      expect(is.every((letter, at) => letter === (at >= 3 && at < 6 ? '*' : was[at]))).toBe(true)
    }),
  )
})
