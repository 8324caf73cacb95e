import { expect, test } from 'vitest'
import { createSmoothClock } from './smooth-clock.ts'

test('[I02] the time of a video that is paused, was set, or has just started is adopted at once', () => {
  const read = createSmoothClock()
  expect(read({ nowMs: 0, mediaSec: 10, rate: 1, moving: false })).toBe(10)
  expect(read({ nowMs: 5000, mediaSec: 10, rate: 1, moving: true })).toBe(10)
  expect(read({ nowMs: 5016, mediaSec: 400, rate: 1, moving: true })).toBe(400)
  expect(read({ nowMs: 5032, mediaSec: 3, rate: 1, moving: true })).toBe(3)
  expect(read({ nowMs: 5048, mediaSec: 3.01, rate: 1, moving: false })).toBe(3.01)
})

test.each([0.5, 1, 2])('[I02] at %sx the time advances evenly although the video reports it in steps', (rate) => {
  const read = createSmoothClock()
  const frameMs = 1000 / 60
  const steps: number[] = []
  let before = read({ nowMs: 0, mediaSec: 0, rate, moving: true })
  for (let frame = 1; frame < 300; frame++) {
    const nowMs = frame * frameMs
    // A frame every 40 ms, reported up to 20 ms late.
    const mediaSec = ((Math.floor(nowMs / 40) * 40) / 1000 - (frame % 3) * 0.01) * rate
    const sec = read({ nowMs, mediaSec, rate, moving: true })
    steps.push(sec - before)
    before = sec
  }
  const even = (frameMs / 1000) * rate
  for (const step of steps.slice(60)) {
    expect(step).toBeGreaterThan(even * 0.8)
    expect(step).toBeLessThan(even * 1.2)
  }
  expect(Math.abs(before - (299 * frameMs * rate) / 1000)).toBeLessThan(0.1)
})
