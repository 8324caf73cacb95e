import { searchableText } from '@yunmu/zh'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSports, type NameKind, type SearchableName } from './find-rules.ts'

const name = (kind: NameKind, id: number, full: string, short = ''): SearchableName => ({
  kind,
  id,
  name: searchableText(full),
  short: short === '' ? null : searchableText(short),
})

const names = [
  name('team', 1, '江海港务', '港务'),
  name('team', 2, '北屿远航'),
  name('team', 3, '朔北苍狼', '苍狼'),
  name('team', 4, '重庆江北'),
  name('competition', 1, '环海联赛'),
  name('team', 5, 'Harbour FC'),
]
const found = (query: string): string[] => findSports(query, names).names.map((each) => each.name)
const words = (query: string): string[][] => findSports(query, names).words.map((each) => each.map((one) => one.name))

test.each(['', ' ', '%', '_', '😀', '<script>', '没有这支球队', '江海 没有', '江海 北屿 环海 苍狼', 'zz', '对', 'vs'])(
  '[C04] %j finds no team and no competition',
  (query) => {
    expect(findSports(query, names)).toEqual({ names: [], words: [] })
  },
)

test.each([
  ['as it is written', '江海港务', '江海港务'],
  ['by its beginning', '江海', '江海港务'],
  ['in the other script', '環海聯賽', '环海联赛'],
  ['by its short name', '苍狼', '朔北苍狼'],
  ['in pinyin', 'jianghai', '江海港务'],
  ['in unfinished pinyin', 'beiyuyuanh', '北屿远航'],
  ['by initials', 'jhgw', '江海港务'],
  ['by a reading that the word decides', 'chongqing', '重庆江北'],
  ['in letters', 'harbour', 'Harbour FC'],
])('[C04] a team or competition is found %s: %s', (_, query, full) => {
  expect(found(query)[0]).toBe(full)
})

test('[C04] whole names are first, then beginnings, then parts', () => {
  expect(found('江北')).toEqual(['重庆江北'])
  expect(found('北')).toEqual(['北屿远航', '朔北苍狼', '重庆江北'])
  expect(findSports('江海', names).names[0]).toMatchObject({ marks: [[0, 2]], isNamed: false, isStrong: true })
  expect(findSports('苍狼', names).names[0]).toMatchObject({ marks: [], isNamed: true, isStrong: true })
  expect(findSports('江北', names).names[0]).toMatchObject({ isNamed: false, isStrong: false })
})

test.each([
  '江海 北屿',
  '江海对北屿',
  '江海vs北屿',
  '江海 VS. 北屿',
  '江海—北屿',
  'jianghai beiyu',
  'jh 北屿',
  '江海對北嶼',
])('[C04] %s asks for the matches of two teams', (query) => {
  expect(words(query)).toEqual([['江海港务'], ['北屿远航']])
  expect(found(query)).toEqual(['江海港务', '北屿远航'])
})

test('[C04] a competition and a team ask for the matches of the team in it', () => {
  expect(words('环海联赛 江海')).toEqual([['环海联赛'], ['江海港务']])
})

test('any query finds each name once, with marks within it', () => {
  const text = fc.string({ unit: fc.constantFrom(...'江海北屿远航港务jianghaiby vs对- FC'), maxLength: 64 })
  fc.assert(
    fc.property(text, (query) => {
      const all = findSports(query, names).names
      expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length)
      for (const { name: full, marks } of all)
        for (const [from, to] of marks) expect(0 <= from && from < to && to <= [...full].length).toBe(true)
    }),
  )
})
