import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, parseAmount, parseShortAmount } from './amount-rules.ts'

test.each([
  '',
  '29',
  '29.9',
  '29.900',
  '.90',
  '029.90',
  '00.00',
  '-1.00',
  '+1.00',
  '1e2.00',
  '1,000.00',
  ' 1.00',
  '1.00 ',
  '1.00\n',
  '１.００',
  '1.0\0',
  '0x1.00',
  'NaN',
  'Infinity',
  '1234567890.00',
  '1.00.00',
  '٣.٠٠',
])('[J04] %j is not an amount', (text) => {
  expect(parseAmount(text)).toBeNull()
})

test('[J04] amounts are read and written as whole hundredths, without a floating point', () => {
  expect(parseAmount('0.00')).toBe(0)
  expect(parseAmount('29.90')).toBe(2990)
  expect(parseAmount('0.29')).toBe(29)
  expect(parseAmount('999999999.99')).toBe(99_999_999_999)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
      const text = formatAmount(minor)
      expect(text).toBe(`${BigInt(minor) / 100n}.${String(BigInt(minor) % 100n).padStart(2, '0')}`)
      expect(parseAmount(text)).toBe(minor)
    }),
  )
})

test('[J04] some gateways leave out zeros behind the point', () => {
  for (const [text, minor] of [
    ['29.90', 2990],
    ['29.9', 2990],
    ['29', 2900],
    ['0', 0],
    ['0.01', 1],
  ] as const)
    expect(parseShortAmount(text)).toBe(minor)
  for (const text of ['', '.9', '29.', '29.900', '29.9.0', '029', '-1', '1e2', '1,000', ' 29', '29\n', '1234567890'])
    expect(parseShortAmount(text), text).toBeNull()
})

test('[J04] a text that is read is written alike, and no other text is read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.+\-e ]{0,14}$/)), (text) => {
      const minor = parseAmount(text)
      if (minor !== null) expect(formatAmount(minor)).toBe(text)
    }),
  )
})

test.each([-1, 0.5, Number.NaN, Infinity, 100_000_000_000])('[J04] %d is not written as an amount', (minor) => {
  expect(() => formatAmount(minor)).toThrow(RangeError)
})
