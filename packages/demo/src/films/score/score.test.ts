import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmScripts } from '../film-scripts.ts'
import { composeScore } from './compose-score.ts'
import { renderScore, sampleRate, wavOf } from './render-score.ts'
import { scales } from './score-script.ts'

const [first] = filmScripts
if (!first) throw new Error('there are no films')
const shortSec = 8

test('the same script and seed give the same music, another seed another', () => {
  const notes = composeScore(first.score, 'one', 60)
  expect(composeScore(first.score, 'one', 60)).toEqual(notes)
  expect(composeScore(first.score, 'two', 60)).not.toEqual(notes)
})

test('every note stands in its scale and begins before the film is over', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...filmScripts),
      fc.string(),
      fc.integer({ min: 20, max: 120 }),
      (script, seed, totalSec) => {
        const notes = composeScore(script.score, seed, totalSec)
        const scale = scales[script.score.mode]
        for (const { pitch, startSec, lengthSec, velocity } of notes) {
          expect(scale).toContain((((pitch - script.score.key) % 12) + 12) % 12)
          expect(startSec).toBeGreaterThanOrEqual(0)
          expect(startSec).toBeLessThan(totalSec)
          expect(lengthSec).toBeGreaterThan(0)
          expect(velocity).toBeGreaterThan(0)
          expect(velocity).toBeLessThanOrEqual(1)
        }
        expect(new Set(notes.map(({ instrument }) => instrument)).has('pad')).toBe(true)
      },
    ),
    { numRuns: 40 },
  )
})

test('the music never clips, is not silent, differs between the ears, and begins and ends in silence', () => {
  const { left, right } = renderScore(first.score, 'test', shortSec)
  expect(left).toHaveLength(shortSec * sampleRate)
  const peak = [...left, ...right].reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  expect(peak).toBeLessThan(0.64)
  expect(peak).toBeGreaterThan(0.05)
  expect(left.every(Number.isFinite)).toBe(true)
  expect(left.some((value, at) => Math.abs(value - (right[at] ?? 0)) > 0.01)).toBe(true)
  for (const channel of [left, right]) {
    expect(Math.abs(channel[0] ?? 1)).toBeLessThan(0.001)
    expect(Math.abs(channel.at(-1) ?? 1)).toBeLessThan(0.001)
  }
})

test('it is written as 16-bit stereo', () => {
  const wav = wavOf({ left: Float32Array.of(0, 0.5), right: Float32Array.of(-0.5, 0) })
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav).toHaveLength(44 + 8)
  expect(wav.readUInt16LE(22)).toBe(2)
  expect([44, 46, 48, 50].map((at) => wav.readInt16LE(at))).toEqual([0, -16_383, 16_384, 0])
})
