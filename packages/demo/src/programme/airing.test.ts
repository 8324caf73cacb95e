import fc from 'fast-check'
import { expect, test } from 'vitest'
import { airTime } from './airing.ts'

const clocks = ['00:00', '12:00', '19:30', '23:59']

test('at any time of day the aired episodes are in the past, and the next one in the future', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('daily', 'twice a week', 'weekly'),
      fc.constantFrom(...clocks),
      (nowSec, aired, frequency, clock) => {
        const at = (level: number): number => airTime({ nowSec, aired, frequency, clock, level })
        expect(at(aired)).toBeLessThanOrEqual(nowSec)
        expect(at(aired + 1)).toBeGreaterThan(nowSec)
        expect(at(aired + 1) - nowSec).toBeLessThanOrEqual(24 * 3600)
      },
    ),
  )
})
