import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLength, editCode, groupCode, hasUnknownLetter, isComplete, readCode } from './code-rules.ts'

test('[J04] a code is read from any writing: small letters, hyphens, spaces, wide letters, O for 0, I and L for 1', () => {
  expect(readCode('ym26-7k2p m9td–abcd')).toBe('YM267K2PM9TDABCD')
  expect(readCode('ＹＭ２６')).toBe('YM26')
  expect(readCode('oil-0')).toBe('0110')
  expect(readCode('兑换码：YM26')).toBe('YM26')
  expect(readCode('YM267K2PM9TDABCDEXTRA')).toHaveLength(codeLength)
})

test('[J04] a code is shown in groups of four, and what is shown is read as the same code', () => {
  expect(groupCode('')).toBe('')
  expect(groupCode('YM26')).toBe('YM26')
  expect(groupCode('YM267')).toBe('YM26 – 7')
  expect(isComplete('YM267K2PM9TD')).toBe(false)
  expect(isComplete('YM267K2PM9TDABCD')).toBe(true)
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (typed) => {
      const code = readCode(typed)
      expect(readCode(groupCode(code))).toBe(code)
    }),
  )
})

test('[J04] deleting a separator deletes the character before it', () => {
  expect(editCode('YM267', 'YM26 – ', true)).toBe('YM26')
  expect(editCode('YM26', 'YM26 –', true)).toBe('YM2')
  expect(editCode('YM26', 'YM26u', false)).toBe('YM26')
})

test('[J04] the letter that no code has is noticed', () => {
  expect(hasUnknownLetter('ym26 u')).toBe(true)
  expect(hasUnknownLetter('ＹＭ２６Ｕ')).toBe(true)
  expect(hasUnknownLetter('YM26 – OIL')).toBe(false)
})
