import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test.each([
  ['', ''],
  ['@', '@'],
  ['a@b.cn', '*@b.cn'],
  ['ab@c.cn', 'a*@c.cn'],
  ['lin@beiyu.example', 'l**@beiyu.example'],
  ['yuan@beiyu.example', 'yua*@beiyu.example'],
  ['nights@example.com', 'nig***@example.com'],
  ['nightsail@example.com', 'nig***ail@example.com'],
  ['船长在海上@例子.cn', '船长在**@例子.cn'],
])('[E05] %s is shown as %s', (email, shown) => {
  expect(maskEmail(email)).toBe(shown)
})

test('[E05] characters 4 to 6 of a name that is long enough are stars, and no other changes', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [was, is] = [[...email], [...maskEmail(email)]]
      fc.pre(was.indexOf('@') >= 6)
      expect(is.map((letter, at) => (letter === was[at] ? '' : at + 1)).filter(Boolean)).toEqual(
        [4, 5, 6].filter((place) => was[place - 1] !== '*'),
      )
      expect(is.slice(3, 6)).toEqual(['*', '*', '*'])
    }),
  )
})

test('[E05] the @ and what follows it can always be read, and something before it cannot', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const shown = maskEmail(email)
      expect(shown).toHaveLength(email.length)
      expect(shown.slice(email.lastIndexOf('@'))).toBe(email.slice(email.lastIndexOf('@')))
      expect(shown.slice(0, email.lastIndexOf('@'))).toContain('*')
    }),
  )
})
