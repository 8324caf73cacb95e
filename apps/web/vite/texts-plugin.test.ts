import { expect, test } from 'vitest'
import { writeBothScripts } from './texts-plugin.ts'

test('a file of words that goes on after them is refused, and other files stay as they are', () => {
  expect(() => writeBothScripts(`defineTexts({ a: '词' }) + 1`, 'some-texts.ts')).toThrow('must be the last expression')
  expect(writeBothScripts(`defineTexts({ a: '词' })`, 'some-page.tsx')).toBeNull()
})

test('[A08] words outside the call are refused, because they would stay simplified', () => {
  const outside = `const words = { a: '词' }\nexport const texts = defineTexts({ words })`
  expect(() => writeBothScripts(outside, 'some-texts.ts')).toThrow('Chinese outside defineTexts')
  expect(writeBothScripts(`/** 词 */\n// 词\ndefineTexts({ a: '词' })`, 'some-texts.ts')).toContain('詞')
})

test('[A08] the traditional words are written beside the simplified ones', () => {
  expect(writeBothScripts("defineTexts({ a: '词', b: (n) => `共 ${n} 条` })", 'some-texts.ts')).toBe(
    "defineTexts({ a: '词', b: (n) => `共 ${n} 条` }, { a: '詞', b: (n) => `共 ${n} 條` })",
  )
})

test('[A08] traditional words quote with corner brackets', () => {
  expect(writeBothScripts('defineTexts({ a: (q) => `没有“${q}”` })', 'some-texts.ts')).toBe(
    'defineTexts({ a: (q) => `没有“${q}”` }, { a: (q) => `沒有「${q}」` })',
  )
})

test('[A08] words that are asked for by a Chinese name keep it in both scripts', () => {
  expect(writeBothScripts(`defineTexts({ by: { 相关: '相关', 最热: '最热' } })`, 'some-texts.ts')).toBe(
    `defineTexts({ by: { 相关: '相关', 最热: '最热' } }, { by: { 相关: '相關', 最热: '最熱' } })`,
  )
})
