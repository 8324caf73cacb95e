import { expect, test } from 'vitest'
import { byteText } from './byte-text.ts'

test('[L01] sizes are shown in units of 1024', () => {
  const expected = [
    0,
    1,
    1023,
    1024,
    1536,
    10 * 1024,
    1024 ** 2 - 1,
    25_165_824,
    3 * 1024 ** 3,
    5 * 1024 ** 4,
    2048 * 1024 ** 4,
  ]
  expect(expected.map(byteText)).toEqual([
    '0 B',
    '1 B',
    '1023 B',
    '1.0 KB',
    '1.5 KB',
    '10 KB',
    '1024 KB',
    '24 MB',
    '3.0 GB',
    '5.0 TB',
    '2048 TB',
  ])
})
