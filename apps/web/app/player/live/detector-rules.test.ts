import { expect, test } from 'vitest'
import { changeBetween, detectFault, lightOf, type Sample } from './detector-rules.ts'

const well: Omit<Sample, 'atMs' | 'positionSec' | 'soundBytes'> = {
  isPlaying: true,
  light: { mean: 90, spread: 40 },
  change: 6,
}
/** One sample per second; each may differ from a normal one. */
const samples = (seconds: number, differs: (at: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: seconds + 1 }, (_, at) => ({
    ...well,
    atMs: at * 1000,
    positionSec: at,
    soundBytes: 1000 + at * 16_000,
    ...differs(at),
  }))
const dark = { mean: 2, spread: 1 }

test('[G02] a playing picture, and one that was hidden for long, has no fault', () => {
  expect(detectFault([])).toBeNull()
  expect(detectFault(samples(60))).toBeNull()
  expect(detectFault(samples(15, () => ({ light: dark, change: 0, soundBytes: 5 })))).toBeNull()
})

test('[G02] paused, seeking or hidden video is not checked', () => {
  expect(detectFault(samples(60, () => ({ positionSec: 5, isPlaying: false })))).toBeNull()
  expect(detectFault(samples(60, (at) => ({ positionSec: 5, isPlaying: at < 58 })))).toBeNull()
  expect(detectFault(samples(60, () => ({ light: null, change: null, soundBytes: null })))).toBeNull()
})

test('[G02] a picture that does not advance is stalled within four seconds', () => {
  expect(detectFault(samples(20, (at) => ({ positionSec: Math.min(at, 17) })))).toBeNull()
  expect(detectFault(samples(21, (at) => ({ positionSec: Math.min(at, 17) })))).toBe('stalled')
})

test('[G02] twenty seconds of black are a fault, a dark scene or night is not', () => {
  expect(detectFault(samples(60, (at) => ({ light: at > 45 ? dark : well.light })))).toBeNull()
  expect(detectFault(samples(60, () => ({ light: { mean: 8, spread: 9 } })))).toBeNull()
  expect(detectFault(samples(60, (at) => ({ light: at > 35 ? dark : well.light, change: 0 })))).toBe('black')
})

test('[G02] a picture that does not change while audio and time advance is frozen after half a minute', () => {
  expect(detectFault(samples(60, (at) => ({ change: at > 40 ? 0 : 6 })))).toBeNull()
  expect(detectFault(samples(60, (at) => ({ change: at % 20 === 0 ? 6 : 0 })))).toBeNull()
  expect(detectFault(samples(60, (at) => ({ change: at > 25 ? 0 : 6 })))).toBe('frozen')
})

test('[G02] audio that stops is a fault, and a stream that never had any is not', () => {
  expect(detectFault(samples(60, () => ({ soundBytes: 0 })))).toBeNull()
  expect(detectFault(samples(60, (at) => ({ soundBytes: 1000 * Math.min(at + 1, 20) })))).toBe('silent')
})

test('[G02] brightness and change are weighted as by the eye: green counts more than blue', () => {
  const plain = (red: number, green: number, blue: number) =>
    new Uint8ClampedArray(Array.from({ length: 16 }, () => [red, green, blue, 255]).flat())
  expect(lightOf(plain(0, 0, 0))).toEqual({ mean: 0, spread: 0 })
  expect(lightOf(plain(0, 200, 0)).mean).toBeGreaterThan(lightOf(plain(0, 0, 200)).mean * 5)
  expect(changeBetween(plain(9, 9, 9), plain(9, 9, 9))).toBe(0)
  expect(changeBetween(plain(0, 0, 0), plain(255, 255, 255))).toBeCloseTo(255, 6)
})
