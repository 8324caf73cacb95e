import { expect, test } from 'vitest'
import { playCount } from './play-count.ts'

test('[F01] plays are told in ten thousands, rounded down, with a decimal only where it matters', () => {
  expect([0, 9999, 10_000, 12_999, 99_999, 100_000, 2_149_999].map((plays) => playCount(plays, '万'))).toEqual([
    '0',
    '9999',
    '1 万',
    '1.2 万',
    '9.9 万',
    '10 万',
    '214 万',
  ])
})
