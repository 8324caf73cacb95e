import { channelKey } from '@yunmu/formats'
import { searchableText } from '@yunmu/zh'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findChannels, channelQuery, type SearchableChannel, type FoundChannel } from './find-rules.ts'

const channel = (number: number, name: string, ...aliases: string[]): SearchableChannel => ({
  id: number + 1000,
  number,
  name: searchableText(name),
  aliases: aliases.map(searchableText),
  keys: [name, ...aliases].map(channelKey).filter((key) => key !== ''),
})

const channels = [
  channel(1, 'CCTV-1 综合'),
  channel(5, 'CCTV-5+ 体育赛事'),
  channel(10, 'CCTV-10 科教'),
  channel(13, 'CCTV-13 新聞'),
  channel(21, '湖南卫视', '芒果台'),
  channel(31, '云幕一套', '云幕综合', 'YUNMU-1'),
  channel(33, '云幕剧场'),
  channel(51, '港岛明珠台'),
  channel(61, '重庆卫视'),
  channel(71, 'TVB翡翠台'),
  channel(81, '高清'),
]
const programmes = new Map([
  [1033, searchableText('折柳巷 第 17 集')],
  [1021, searchableText('天天向上')],
])
const nameOf = new Map(channels.map(({ id, name }) => [id, name.text]))
const found = (query: string): FoundChannel[] =>
  findChannels(channelQuery(query), channels, (id) => programmes.get(id) ?? null)
const names = (query: string): (string | undefined)[] => found(query).map(({ id }) => nameOf.get(id))
const first = (query: string): FoundChannel | undefined => found(query)[0]

test.each(['%', '_', '\\', '😀', '\u0301\u0301', '99', '000', '折柳桥', 'hnx', 'qqqxxx', '<script>', '__proto__'])(
  '[C04] %j finds no channel',
  (query) => {
    expect(names(query)).toEqual([])
  },
)

test('[C04] one letter, an incomplete sound or two initials within a name find nothing', () => {
  expect(names('v')).toEqual([])
  expect(names('mi')).toEqual([])
  expect(names('jc')).toEqual([])
  expect(names('ws')).toEqual([])
  expect(names('zl')).toEqual(['云幕剧场'])
})

test('[C04] a single character of the current programme finds nothing', () => {
  expect(names('柳')).toEqual([])
  expect(names('折')).toEqual([])
})

test('[C04] any query finds each channel at most once, and highlights lie within their text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.string({ unit: fc.constantFrom(...'cctv15湖南卫视hunanweishiyunmu一套-+ 折柳巷'), maxLength: 64 }),
  )
  fc.assert(
    fc.property(text, (query) => {
      const all = found(query)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      for (const { id, marks, by } of all) {
        const shown = [...(by?.text ?? nameOf.get(id) ?? '')].length
        for (const [from, to] of by?.marks ?? marks) expect(0 <= from && from < to && to <= shown).toBe(true)
        if (by) expect(marks).toEqual([])
      }
    }),
  )
})

test.each([
  ['as it is written', '湖南卫视', '湖南卫视'],
  ['in the other script', '湖南衛視', '湖南卫视'],
  ['traditional names by simplified words', '新闻', 'CCTV-13 新聞'],
  ['without its dash', 'CCTV1', 'CCTV-1 综合'],
  ['full-width and in small letters', 'ｃｃｔｖ１', 'CCTV-1 综合'],
  ['by what people call it', '央视一套', 'CCTV-1 综合'],
  ['with its quality', '湖南卫视高清', '湖南卫视'],
  ['with a plus', 'CCTV5+', 'CCTV-5+ 体育赛事'],
  ['by another name', '芒果', '湖南卫视'],
  ['by a name that is known everywhere', '无线翡翠台', 'TVB翡翠台'],
  ['by its number', '51', '港岛明珠台'],
  ['in pinyin', 'hunanweishi', '湖南卫视'],
  ['in unfinished pinyin', 'hunanwe', '湖南卫视'],
  ['in pinyin with gaps and tones', 'hú nán', '湖南卫视'],
  ['in pinyin from the middle', 'mingzhu', '港岛明珠台'],
  ['by a reading that the word decides', 'chongqing', '重庆卫视'],
  ['by initials', 'hnws', '湖南卫视'],
  ['by initials with both letters of a sound', 'ymjch', '云幕剧场'],
  ['by a mix of characters and letters', '湖nan', '湖南卫视'],
  ['with a numeral as a digit', '云幕1套', '云幕一套'],
  ['with a numeral as it is read', 'yunmuyitao', '云幕一套'],
  ['by what is on', '折柳巷', '云幕剧场'],
  ['by what is on, in pinyin', 'zheliu', '云幕剧场'],
])('[C04] [G01] a channel is found %s: %s', (_, query, name) => {
  expect(names(query)[0]).toBe(name)
})

test('[C04] [G01] exact names are first, then prefixes, parts, other names, current programmes, and sounds', () => {
  expect(names('CCTV1')).toEqual(['CCTV-1 综合', 'CCTV-10 科教', 'CCTV-13 新聞'])
  expect(names('央视一套')).toEqual(['CCTV-1 综合'])
  expect(names('央视')).toEqual(['CCTV-1 综合', 'CCTV-5+ 体育赛事', 'CCTV-10 科教', 'CCTV-13 新聞'])
  expect(names('综合')).toEqual(['CCTV-1 综合', '云幕一套'])
  expect(names('1').slice(0, 2)).toEqual(['CCTV-1 综合', 'CCTV-10 科教'])
  expect(names('yunmu')).toEqual(['云幕一套', '云幕剧场'])
})

test('[C04] a completely typed name is distinguished from one that starts or sounds like it', () => {
  expect(['云幕一套', 'CCTV1', '央視一套', '芒果台'].map((query) => first(query)?.isNamed)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['云幕', '1', 'zheliu', '折柳巷'].map((query) => first(query)?.isNamed)).toEqual([false, false, false, false])
})

test('[C04] the match is highlighted, in the name or in the text that was found', () => {
  expect(first('cctv1')).toMatchObject({ marks: [[0, 6]], by: null })
  expect(first('央视一套')).toMatchObject({ marks: [[0, 9]], by: null })
  expect(first('nanwei')).toMatchObject({ marks: [[1, 3]], by: null })
  expect(first('芒果')).toMatchObject({ marks: [], by: { kind: 'alias', text: '芒果台', marks: [[0, 2]] } })
  expect(first('61')).toMatchObject({ marks: [], by: { kind: 'number', text: '61', marks: [[0, 2]] } })
  expect(first('柳巷')).toMatchObject({ by: { kind: 'programme', text: '折柳巷 第 17 集', marks: [[1, 3]] } })
})
