import { maxPage } from '@yunmu/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filterFacets, decadeOf, facetsOf, offsetOf, yearsOfRange, yearOptions } from './listing-rules.ts'

const anything = { area: '全部地区', year: '全部年份', genre: '全部', letter: '全部', vip: '全部', lang: '全部' }

describe('facets of a filter', () => {
  test('[F03] the values for "any", and 0, filter nothing', () => {
    expect(filterFacets(anything)).toEqual([])
    expect(filterFacets({ area: '0', year: '0', genre: '0', letter: '0', vip: '0', lang: '0' })).toEqual([])
  })

  test('[F03] a year and a decade are distinguished, letters and VIP ignore case', () => {
    expect(filterFacets({ ...anything, year: '2024' })).toEqual([{ dimension: 'year', value: '2024' }])
    expect(filterFacets({ ...anything, year: '2010年代' })).toEqual([{ dimension: 'decade', value: '2010年代' }])
    expect(filterFacets({ ...anything, letter: 'x', vip: 'vip' })).toEqual([
      { dimension: 'letter', value: 'X' },
      { dimension: 'vip', value: 'VIP' },
    ])
  })

  test('[F03] a range of years is neither a year nor a decade, and its length is limited', () => {
    expect(filterFacets({ ...anything, year: '2010-2015' })).toEqual([])
    for (const word of ['2010', '2010-', '-2015', '2010-15', '2010年代', '0', '全部年份', '02010-2015'])
      expect([word, yearsOfRange(word)]).toEqual([word, null])
    expect(yearsOfRange('2015-2013')?.map(({ value }) => value)).toEqual(['2013', '2014', '2015'])
    expect(yearsOfRange('0000-9999')?.length).toBeLessThan(200)
  })

  test('[F03] every filter value of a title is among its facets', () => {
    const title = {
      pidId: 1,
      typeId: 11,
      area: '内地',
      year: 2003,
      genres: ['悬疑', '年代'],
      letter: 'W',
      vip: true,
      lang: '国语',
      quality: { height: 0, hdr: false, channels: 2 },
    }
    const facets = facetsOf(title)
    for (const asked of [
      ...filterFacets({ area: '内地', year: '2003', genre: '悬疑', letter: 'w', vip: 'VIP', lang: '国语' }),
      ...filterFacets({ ...anything, year: '2000年代', genre: '年代' }),
    ]) {
      expect(facets).toContainEqual(asked)
    }
  })
})

test('[F03] the year options are the last seven, then decades, and every year belongs to one of them', () => {
  expect(yearOptions(2026)).toEqual([
    '2026',
    '2025',
    '2024',
    '2023',
    '2022',
    '2021',
    '2020',
    '2010年代',
    '2000年代',
    '1990年代',
    '更早',
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2026 }), (year) => {
      const words = yearOptions(2026)
      expect(words.includes(String(year)) || words.includes(decadeOf(year))).toBe(true)
    }),
  )
})

test('[F03] pages beyond the deepest are empty by rule', () => {
  expect(offsetOf(1, 24)).toBe(0)
  expect(offsetOf(maxPage, 10)).toBe((maxPage - 1) * 10)
  expect(offsetOf(maxPage + 1, 10)).toBeNull()
})
