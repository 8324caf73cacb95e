import fc from 'fast-check'
import { Converter } from 'opencc-js'
import { expect, test } from 'vitest'
import { SIMPLIFIED_CORRECTIONS, TRADITIONAL_CORRECTIONS } from './corrections.ts'
import { toScript, toSimplified, toTraditional } from './index.ts'

const TRAPS = [
  ['头发', '頭髮'],
  ['皇后', '皇后'],
  ['干净', '乾淨'],
  ['面条', '麵條'],
  ['后面', '後面'],
  ['理发', '理髮'],
  ['重庆', '重慶'],
  ['长津湖', '長津湖'],
  ['行尸走肉', '行屍走肉'],
  ['了不起', '了不起'],
  ['里面', '裡面'],
  ['公里', '公里'],
  ['为什么', '為什麼'],
  ['看着', '看著'],
  ['名著', '名著'],
  ['显著', '顯著'],
  ['乾坤', '乾坤'],
  ['干部', '幹部'],
  ['干杯', '乾杯'],
  ['一只猫', '一隻貓'],
  ['只有', '只有'],
  ['丑闻', '醜聞'],
  ['小丑', '小丑'],
  ['北斗', '北斗'],
  ['奋斗', '奮鬥'],
  ['后羿', '后羿'],
  ['太后', '太后'],
  ['后宫', '後宮'],
  ['台湾', '臺灣'],
  ['岳云鹏', '岳雲鵬'],
  ['范冰冰', '范冰冰'],
  ['于谦', '于謙'],
  ['沈从文', '沈從文'],
  ['余则成', '余則成'],
  ['余生', '餘生'],
  ['庆余年', '慶餘年'],
  ['钟馗', '鍾馗'],
  ['西游记', '西遊記'],
  ['千钧一发', '千鈞一髮'],
  ['视频', '視頻'],
  ['意大利', '意大利'],
  ['烟波里', '煙波里'],
] as const

const opencc = Converter({ from: 'cn', to: 'tw' })
const TITLES = TRAPS.map(([simplified]) => simplified)
const hanText = fc.string({ unit: fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCodePoint(code)) })
const mixed = fc
  .array(fc.oneof(fc.constantFrom(...TRAPS.flat()), fc.string({ unit: 'binary' }), hanText))
  .map((parts) => parts.join('、'))

test.each(['', 'S.W.A.T. 2', 'https://a/b?c=d', 'が', '😀', '\ud800'])('%j needs no conversion', (text) => {
  expect(toSimplified(text)).toBe(text)
  expect(toTraditional(text)).toBe(text)
})

test.each(TRAPS)('%s is %s in traditional, and converts back', (simplified, traditional) => {
  expect(toTraditional(simplified)).toBe(traditional)
  expect(toSimplified(traditional)).toBe(simplified)
})

test.each(TRAPS)('%s and %s are unchanged for their own readers', (simplified, traditional) => {
  expect(toSimplified(simplified)).toBe(simplified)
  expect(toTraditional(traditional)).toBe(traditional)
})

test('forms of Hong Kong are converted too', () => {
  expect(toSimplified('衞斯理 裏面 羣 線 爲甚麼')).toBe('卫斯理 里面 群 线 为甚么')
})

test('a traditional text is not converted to traditional again', () => {
  expect(toTraditional('鄰里 與 髮')).toBe('鄰里 與 髮')
})

test('a text that mixes both scripts is converted as a whole', () => {
  expect(toTraditional('頭髮和头发')).toBe('頭髮和頭髮')
  expect(toSimplified('頭髮和头发')).toBe('头发和头发')
})

test('[idempotence] converting twice is converting once', () => {
  fc.assert(
    fc.property(mixed, (text) => {
      expect(toSimplified(toSimplified(text))).toBe(toSimplified(text))
      expect(toTraditional(toTraditional(text))).toBe(toTraditional(text))
    }),
    { numRuns: 2000 },
  )
})

test('sentences of known words survive a round trip', () => {
  const sentence = fc.array(fc.constantFrom(...TITLES), { minLength: 1 }).map((words) => words.join('，'))
  fc.assert(
    fc.property(sentence, (text) => {
      expect(toSimplified(toTraditional(text))).toBe(text)
    }),
  )
})

test("apart from the corrections, the result equals OpenCC's", () => {
  const isTrap = (text: string) => TRADITIONAL_CORRECTIONS.some(([word]) => text.includes(word))
  const sentence = fc.array(fc.constantFrom(...TITLES), { minLength: 1 }).map((words) => words.join('的'))
  fc.assert(
    fc.property(sentence, (text) => {
      fc.pre(!isTrap(text))
      expect(toTraditional(text)).toBe(opencc(text))
    }),
  )
})

test.each(TRADITIONAL_CORRECTIONS)('the correction of %s to %s is needed and works', (simplified, traditional) => {
  expect(toTraditional(simplified)).toBe(traditional)
  expect(toTraditional(`《${simplified}》里的${simplified}们`)).toBe(`《${traditional}》裡的${traditional}們`)
  expect(opencc(simplified)).not.toBe(traditional)
})

test.each(SIMPLIFIED_CORRECTIONS)('the correction of %s to %s works', (traditional, simplified) => {
  expect(toSimplified(traditional)).toBe(simplified)
})

test('toScript selects the direction by its argument', () => {
  expect([toScript('头发', 't'), toScript('頭髮', 's')]).toEqual(['頭髮', '头发'])
})
