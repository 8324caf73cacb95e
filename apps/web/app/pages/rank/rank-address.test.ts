import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankPeriods } from '../../lib/urls.ts'
import { boardUrl, readRankAddress } from './rank-address.ts'

const readUrl = (address: string) => readRankAddress(new URL(address, 'http://station.test').searchParams)

test('[F05] an unknown category is all of them, and an unknown period is today', () => {
  for (const query of ['', '?type=', '?type=-1&period=year', '?type=1e3', '?type=9999999999', '?type=电影&period='])
    expect([query, readUrl(`/rank${query}`)]).toEqual([query, { type: 0, period: 'day' }])
})

test('[F05] every ranking is parsed back from its address, and the default has a short one', () => {
  expect(boardUrl({ type: 0, period: 'day' })).toBe('/rank')
  fc.assert(
    fc.property(fc.nat({ max: 999_999_999 }), fc.constantFrom(...rankPeriods), (type, period) => {
      expect(readUrl(boardUrl({ type, period }))).toEqual({ type, period })
    }),
  )
})
