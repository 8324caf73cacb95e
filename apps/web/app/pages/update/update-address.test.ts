import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayUrl, readUpdateAddress } from './update-address.ts'

const readUrl = (address: string) => readUpdateAddress(new URL(address, 'http://station.test').searchParams)

test('[F06] an unknown category is all, an invalid day is today, an invalid page is the first', () => {
  const today = { type: 0, day: '0', page: 1 }
  for (const query of ['', '?type=x&day=1&page=0', '?day=2026-02-30', '?day=1926-01-01', '?day=2026-1-1', '?page=-2'])
    expect([query, readUrl(`/update${query}`)]).toEqual([query, today])
})

test('[F06] every day is parsed back from its address, and today has a short one', () => {
  expect(dayUrl({ type: 0, day: '0', page: 1 })).toBe('/update')
  const day = fc
    .integer({ min: Date.UTC(2000, 0, 1) / 86_400_000, max: Date.UTC(2099, 11, 31) / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.nat({ max: 999 }), day, fc.integer({ min: 1, max: 500 }), (type, named, page) => {
      expect(readUrl(dayUrl({ type, day: named, page }))).toEqual({ type, day: named, page })
    }),
  )
})
