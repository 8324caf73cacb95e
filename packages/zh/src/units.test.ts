import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberForms } from './numerals.ts'
import { pinyinOf } from './pinyin.ts'
import { unitPositionsOf, unitsOf } from './units.ts'

const chars = (text: string): string =>
  unitsOf(text)
    .map(({ char }) => char)
    .join('')
const sounds = (text: string): string[] => unitsOf(text).map(({ sound }) => sound)

test('[C04] either script, any width, accents and numerals give the same units', () => {
  expect(chars('霧港來信')).toBe('雾港来信')
  expect(chars('Ｓ.Ｗ.Ａ.Ｔ.')).toBe('swat')
  expect(chars('Amélie')).toBe('amelie')
  expect(chars('流浪地球Ⅱ')).toBe('流浪地球2')
  expect(chars('流浪地球 二')).toBe('流浪地球2')
  expect(chars('无间道II')).toBe('无间道2')
  expect(chars('斗罗大陆II绝世唐门')).toBe('斗罗大陆2绝世唐门')
  expect(chars('Hawaii')).toBe('hawaii')
  expect(chars('Rocky III：再战')).toBe('rocky3再战')
  expect(chars('《红楼梦》')).toBe('红楼梦')
})

test('[C04] a name of punctuation only keeps it, and an empty one stays empty', () => {
  expect(chars('？！')).toBe('?!')
  expect(unitsOf('')).toEqual([])
  expect(unitsOf(' \u3000')).toEqual([])
})

test('[C04] the sounds of characters depend on their neighbours', () => {
  expect(sounds('重庆银行')).toEqual(['chong', 'qing', 'yin', 'hang'])
  expect(sounds('折柳巷')).toEqual(['zhe', 'liu', 'xiang'])
  expect(sounds('X档案2')).toEqual(['x', 'dang', 'an', '2'])
})

test('[C04] units state their positions in the original text', () => {
  expect(unitsOf('（雾港）II 来').map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [2, 3],
    [4, 6],
    [7, 8],
  ])
})

test('[C04] units are in order within any text, and their sounds are the pinyin of the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      let last = 0
      for (const { from, to, char } of unitsOf(text)) {
        expect(from).toBeGreaterThanOrEqual(Math.max(0, last - 1))
        expect(to).toBeGreaterThan(from)
        expect([...char].length).toBe(1)
        last = to
      }
      expect(last).toBeLessThanOrEqual([...text].length)
      expect(unitPositionsOf(text)).toMatchObject(unitsOf(text).map(({ from, to }) => ({ from, to })))
    }),
  )
  expect(sounds('雾港来信').join('')).toBe(pinyinOf('雾港来信'))
})

test('[C04] numbers from ten on match in either notation', () => {
  expect(numberForms('第十二夜')).toEqual(['第12夜'])
  expect(numberForms('12生肖')).toEqual(['十二生肖'])
  expect(numberForms('108将')).toEqual(['一百零八将'])
  expect(numberForms('一百二十天')).toEqual(['120天'])
  expect(numberForms('2046')).toEqual([])
  expect(numberForms('西游记')).toEqual([])
})

test('[C04] every number from 10 to 999 converts both ways', () => {
  for (let number = 10; number < 1000; number++) {
    const [chinese = ''] = numberForms(String(number))
    expect(numberForms(chinese)).toEqual([String(number)])
  }
})
