import { expect, test } from 'vitest'
import { parseBandwidth } from './known-bandwidth.ts'

const nowMs = Date.UTC(2026, 10, 26)

test.each([
  ['none', null, null],
  ['a damaged one', 'x', null],
  ['zero', `0 ${nowMs}`, null],
  ['an infinite one', `Infinity ${nowMs}`, null],
  ['one from the future', `1000000 ${nowMs + 1}`, null],
  ['one of two days ago', `1000000 ${nowMs - 48 * 3_600_000}`, null],
  ['one of an hour ago', `1000000 ${nowMs - 3_600_000}`, 700_000],
])('[F08] of %s the start of playback counts on the right share', (_, text, bitsPerSec) => {
  expect(parseBandwidth(text, nowMs)).toBe(bitsPerSec)
})
