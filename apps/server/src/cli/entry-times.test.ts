import { dayStartSec } from '@yunmu/contract/china-time'
import { expect, test } from 'vitest'
import { parseEndTime, parseStartTime } from './entry-times.ts'

const midnightSec = dayStartSec('2026-11-21')
const noonSec = midnightSec + 12 * 3600

test.each(['', '20', '24:00', '20:60', '2026-11-21', '2026-02-30 20:00', '2026-11-21 8pm', '1763726400', '明天 20:00'])(
  '[G04] %j is not a time of an entry',
  (text) => {
    expect([parseStartTime(text, noonSec), parseEndTime(text, noonSec)]).toEqual([null, null])
  },
)

test('[G04] an entry begins at a full time, or at a time of today in China', () => {
  for (const text of ['2026-11-21 20:05', '2026-11-21T20:05', ' 20:05 ', '20：05'])
    expect([text, parseStartTime(text, noonSec)]).toEqual([text, midnightSec + 20 * 3600 + 300])
})

test('[G04] an entry ends at a full time, or at the first such time of day after its start', () => {
  const startSec = midnightSec + 23 * 3600
  expect(parseEndTime('23:30', startSec)).toBe(startSec + 1800)
  expect(parseEndTime('0:30', startSec)).toBe(startSec + 5400)
  expect(parseEndTime('23:00', startSec)).toBe(startSec + 24 * 3600)
  expect(parseEndTime('2026-11-22 01:00', startSec)).toBe(startSec + 7200)
})
