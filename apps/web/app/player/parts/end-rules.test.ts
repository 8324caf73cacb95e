import { expect, test } from 'vitest'
import { hasRunOut, seekTarget } from './end-rules.ts'

test('[F08] waiting in the middle, with buffered media, or at the live edge is not the end', () => {
  expect(hasRunOut({ positionSec: 30, bufferedSec: 30, durationSec: 60 })).toBe(false)
  expect(hasRunOut({ positionSec: 59.7, bufferedSec: 60, durationSec: 60 })).toBe(false)
  expect(hasRunOut({ positionSec: 60, bufferedSec: 60, durationSec: Infinity })).toBe(false)
  expect(hasRunOut({ positionSec: 0, bufferedSec: 0, durationSec: NaN })).toBe(false)
})

test('[F08] a film is over after its last picture, even if another rendition is slightly longer', () => {
  expect(hasRunOut({ positionSec: 60.105, bufferedSec: 60.166, durationSec: 60.268 })).toBe(true)
})

test('[F08] at the end a seek forward has no effect, and the end state stays', () => {
  const over = { ended: true, positionSec: 72.08, durationSec: 72.08 }
  expect(seekTarget(77.08, over)).toBeNull()
  expect(seekTarget(72.08, over)).toBeNull()
  // Stopped at the end of a rendition that is slightly shorter than another one.
  expect(seekTarget(72.2, { ...over, durationSec: 72.268 })).toBeNull()
})

test('[F08] a seek is limited to the available range, and works from the end', () => {
  const film = { ended: false, positionSec: 70, durationSec: 72.08 }
  expect(seekTarget(-5, film)).toBe(0)
  expect(seekTarget(75, film)).toBeCloseTo(71.88)
  expect(seekTarget(75, { ...film, durationSec: 0 })).toBe(75)
  expect(seekTarget(67.08, { ...film, ended: true, positionSec: 72.08 })).toBe(67.08)
})
