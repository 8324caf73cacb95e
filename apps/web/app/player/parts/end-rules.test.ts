import { expect, test } from 'vitest'
import { hasRunOut } from './end-rules.ts'

test('[F08] a wait in the middle, or with something to play, or for a live edge is no end', () => {
  expect(hasRunOut({ positionSec: 30, bufferedSec: 30, durationSec: 60 })).toBe(false)
  expect(hasRunOut({ positionSec: 59.7, bufferedSec: 60, durationSec: 60 })).toBe(false)
  expect(hasRunOut({ positionSec: 60, bufferedSec: 60, durationSec: Infinity })).toBe(false)
  expect(hasRunOut({ positionSec: 0, bufferedSec: 0, durationSec: NaN })).toBe(false)
})

test('[F08] a film that has shown its last picture is over, though another rendition would go on a little', () => {
  expect(hasRunOut({ positionSec: 60.105, bufferedSec: 60.166, durationSec: 60.268 })).toBe(true)
})
