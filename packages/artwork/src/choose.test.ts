import fc from 'fast-check'
import { expect, test } from 'vitest'

import { chooseKind, choosePalette, chooseRow } from './choose.ts'
import { kinds } from './kinds/index.ts'
import { palettes } from './palettes.ts'

const genre = fc.constantFrom('科幻', '犯罪', '古装', '纪录片', '动画', '综艺', '新闻', '体育', '家庭', '喜剧', '?', '')
const titles = fc.array(fc.record({ genres: fc.array(genre, { maxLength: 3 }), seed: fc.string() }), { maxLength: 30 })

test('an unknown genre leaves the choice to the seed', () => {
  const chosen = new Set(Array.from({ length: 80 }, (_, index) => chooseKind(['某某'], `seed ${index}`)))
  expect(chosen.size).toBeGreaterThan(6)
})

test('the genre decides before the seed, in either script', () => {
  const chosenFor = (genres: string[]): Set<string> =>
    new Set(Array.from({ length: 200 }, (_, at) => chooseKind(genres, `seed ${at}`)))
  expect(chosenFor(['体育'])).toEqual(new Set(['stadium', 'hoop', 'clock']))
  expect(chosenFor(['新聞'])).toEqual(new Set(['studio', 'desk', 'microphone']))
  expect(chosenFor(['綜藝'])).toEqual(new Set(['stage', 'microphone', 'market']))
  expect(chosenFor(['科幻片', '家庭'])).toEqual(new Set(['planet', 'eclipse', 'launch']))
  expect(chosenFor(['某某', '家庭'])).toEqual(new Set(['alley', 'moon-gate', 'room', 'bridge', 'teapot']))
  for (const genres of [['Crime'], ['古装'], ['纪录片'], ['动漫'], ['romance']]) {
    expect(chosenFor(genres).size).toBeGreaterThan(4)
  }
})

test('kind and palette are the same for the same seed', () => {
  fc.assert(
    fc.property(fc.array(genre), fc.string(), (genres, seed) => {
      const kind = chooseKind(genres, seed)
      expect(chooseKind(genres, seed)).toBe(kind)
      expect(kinds).toContain(kind)
      expect(choosePalette(kind, seed)).toBe(choosePalette(kind, seed))
      expect(palettes).toHaveProperty(choosePalette(kind, seed))
    }),
  )
})

test('neighbours in a row never share a kind, and differ in temperature where they can', () => {
  fc.assert(
    fc.property(titles, (row) => {
      const chosen = chooseRow(row)
      expect(chosen).toHaveLength(row.length)
      for (const [index, item] of chosen.entries()) {
        const before = chosen[index - 1]
        if (before === undefined) continue
        expect(item.kind).not.toBe(before.kind)
        expect(palettes[item.palette].temperature).not.toBe(palettes[before.palette].temperature)
      }
    }),
  )
})
