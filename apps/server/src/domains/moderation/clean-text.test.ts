import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../testing/hostile-texts.ts'
import { cleanText } from './clean-text.ts'
import { findContact } from './find-contact.ts'
import { createFindWord } from './find-words.ts'
import { foldText } from './fold-text.ts'
import { repeatKey } from './recent-rules.ts'

const folded = (text: string): string => foldText(text).letters.join('')

test.each([
  ['\u202E反着念\u202C', '反着念'],
  ['看\u200B不\u2060见', '看不见'],
  ['Z\u0351\u036B\u0343\u0300', 'Z\u0351\u036B'],
  ['\u0301从记号开始', '从记号开始'],
  ['\u3000宽\u00A0 格\u3000', '宽 格'],
  ['\uD83D半个', '半个'],
  ['\uE000\uFFFD\uFFFE', ''],
  ['\u3164\u115F\u2800', ''],
  ['a\u0007b\u001B[31m', 'ab[31m'],
])('%j is shown as %j', (written, shown) => {
  expect(cleanText('comment', written)).toBe(shown)
  expect(cleanText('danmaku', written)).toBe(shown)
})

test.each(['𠮷野家 𪚥', 'ＡＢＣ①㈠', '👨‍👩‍👧‍👦 👩🏽‍🚀 ❤️ 1️⃣ 🇨🇳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '<b>"&\'</b>', 'é', '後來'])(
  'intended characters are preserved: %j',
  (text) => expect(cleanText('comment', text)).toBe(text),
)

test('a comment keeps its lines with one blank line between them, a danmaku has one line', () => {
  expect(cleanText('comment', '\n\n 一 \r\n\r\n\r\n\r\n二\u2028三\n \n')).toBe('一\n\n二\n三')
  expect(cleanText('danmaku', '\n一\r\n\r\n二\u2028三\n')).toBe('一 二 三')
})

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.constantFrom(...hostileTexts.filter((text) => text.length < 100)), { maxLength: 4 })
    .map((all) => all.join('')),
  fc
    .array(fc.constantFrom(...'a一1 \n\u200D\uFE0F\u0301\u{1F469}\u{1F3FD}\u202E\u3000#\u20E3\u{E0067}\u{1F3F4}'), {
      maxLength: 12,
    })
    .map((all) => all.join('')),
)

test('cleaning removes everything invisible or stacked, and is idempotent', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom('comment', 'danmaku'), (text, kind) => {
      const clean = cleanText(kind, text)
      expect(clean).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\u061C\uFEFF\0]|\p{Cs}|\p{M}{3}|^\p{M}/u)
      expect(clean).not.toMatch(kind === 'danmaku' ? /[\n\r\t]| {2}/ : /\n{3}|[\r\t]| {2}/)
      expect(clean.trim()).toBe(clean)
      expect(cleanText(kind, clean)).toBe(clean)
    }),
    { numRuns: 3000 },
  )
})

test('a hundred thousand random texts, and the worst cases, pass every rule', () => {
  const find = createFindWord({ refused: ['坏词', '哈哈'], held: ['加微', 'c++'] })
  const pass = (text: string): unknown[] => {
    const clean = cleanText('comment', text)
    return [foldText(clean), find(clean), findContact(clean, { strict: true }), repeatKey(clean)]
  }
  const texts = [...hostileTexts, ...fc.sample(anything, 100_000)]
  // The maximum length of a call's text, made of what could cause backtracking in a regular expression.
  const pieces = ['a.', 'a ', '点', '1', '加微', 'qq ', '\u0301', '👩\u200D', 'www', '.a@', '8 ', '\n ']
  texts.push(...pieces.map((piece) => piece.repeat(20_000 / piece.length)))
  expect(() => texts.map(pass)).not.toThrow()
})

test.each([
  ['後臺', '后台'],
  ['Ｖ Ｘ', 'vx'],
  ['🅥🅧', 'vx'],
  ['加 - 微！！信', '加微信'],
  ['аdmіn', 'admin'],
  ['１②٣४', '1234'],
  ['e\u0301tude', 'etude'],
  ['…！？', ''],
])('%j is matched as %j', (text, form) => expect(folded(text)).toBe(form))

test('folding works character by character, and is idempotent', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const once = folded(text)
      expect(folded(once)).toBe(once)
    }),
  )
})
