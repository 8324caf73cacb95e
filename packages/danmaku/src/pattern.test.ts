import fc from 'fast-check'
import { expect, test } from 'vitest'
import { patternError, compilePattern } from './pattern.ts'

test.each([
  '(',
  ')',
  '[a',
  'a**',
  '+',
  'a{2,1}',
  '\\',
  '[z-a]',
  '(?=a)',
  '(?<!a)b',
  '(a)\\1',
  '\\p{L}',
  '\\u{110000}',
  '',
])('[I02] %s cannot be read', (source) => {
  expect(patternError(source)).toBe('unreadable')
  expect(compilePattern(source)).toBeNull()
})

test('[I02] what would grow without end is not read', () => {
  expect(patternError('a'.repeat(101))).toBe('tooLong')
  expect(patternError('((((a{99}){99}){99}){99}){99}')).toBe('unreadable')
  expect(patternError('(((((){99}){99}){99}){99}){99}')).toBe('unreadable')
  expect(patternError('a{999999999}')).toBe('unreadable')
})

test.each([
  ['剧透', '我要剧透了', '没有'],
  ['^第[一二三\\d]+集$', '第12集', '看第12集'],
  ['/签到|打卡/i', '今日打卡', '今日'],
  ['哈{3,}', '哈哈哈', '哈哈'],
  ['a{2}b?c', 'xaac', 'ac'],
  ['(?:前|后)方?高能', '前高能', '方高能'],
  ['[^\\d]x', 'ax', '1x'],
  ['\\bvip\\b', 'a vip b', 'vips'],
  ['[A-C]{2}', 'ab', 'ad'],
  ['ＶＩＰ', 'vip', 'vi'],
  ['\\u5f39\\x41', '弹a', '弹b'],
  ['a+?b*|^$', 'caa', 'c'],
  ['😀.', '😀x', '😀'],
])('[I02] %s finds %s, and nothing in %s', (source, found, passed) => {
  expect(patternError(source)).toBeNull()
  expect(compilePattern(source)?.(found)).toBe(true)
  expect(compilePattern(source)?.(passed)).toBe(false)
})

test('[I02] patterns that make backtracking engines run for ever are matched at once', () => {
  const text = `${'a'.repeat(290)}!`
  for (const source of [
    '(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '(.*)*(.*)*(.*)*x',
    '(a?){50}a{50}$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
  ])
    expect(compilePattern(source)?.(text)).toBe(false)
})

const piece = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', 'a|b', '(ab)', '(a|b)', '^', '$', 'ba')
const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{2,}')
const small = fc
  .array(fc.tuple(piece, times), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([one, many]) => (one === '^' || one === '$' || one === 'a|b' ? one : one + many)).join(''))

test("[I02] it finds the same matches as JavaScript's engine", () => {
  fc.assert(
    fc.property(small, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 }), (source, text) => {
      expect(compilePattern(source)?.(text)).toBe(new RegExp(source).test(text))
    }),
    { numRuns: 2000 },
  )
})

test('[I02] any text is read or refused, and never throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab()[]{}*+?|\\^$.,-12:du/'), maxLength: 30 }), (source) => {
      const finds = compilePattern(source)
      expect(finds === null || typeof finds('ab12') === 'boolean').toBe(true)
    }),
    { numRuns: 2000 },
  )
})
