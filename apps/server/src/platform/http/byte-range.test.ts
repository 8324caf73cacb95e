import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

test.each([
  ['bytes=1000-', 'unsatisfiable'],
  ['bytes=1000-2000', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, null],
  ['', null],
  ['bytes', null],
  ['bytes=', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['bytes=1.5-2', null],
  ['bytes=--5', null],
  ['bytes=5-4', null],
  ['bytes=+1-2', null],
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=0-0\n', null],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['Bytes=0-99', { first: 0, last: 99 }],
  ['bytes= 10-19 ', { first: 10, last: 19 }],
  ['bytes=990-', { first: 990, last: 999 }],
  ['bytes=0-99999999999999999999', { first: 0, last: 999 }],
  ['bytes=-10', { first: 990, last: 999 }],
  ['bytes=-5000', { first: 0, last: 999 }],
])('[F08] the Range header of 1000 bytes, %j, is parsed as %j', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range)
})

test('[F08] an empty file satisfies no range', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1']) expect(parseRange(header, 0)).toBe('unsatisfiable')
})

test('[F08] for any header, the parsed range lies within the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(10_000), (noise, first, last, size) => {
      for (const header of [noise, `bytes=${noise}`, `bytes=${first}-${last}`, `bytes=-${last}`, `bytes=${first}-`]) {
        const range = parseRange(header, size)
        if (range === null || range === 'unsatisfiable') continue
        expect(range.first).toBeGreaterThanOrEqual(0)
        expect(range.last).toBeGreaterThanOrEqual(range.first)
        expect(range.last).toBeLessThan(size)
      }
    }),
  )
})
