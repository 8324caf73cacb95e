import { expect, test } from 'vitest'
import { shotSec } from '../film-script.ts'
import { composeScore } from './compose-score.ts'
import { moods } from './moods.ts'
import { renderScore, sampleRate, wavOf } from './render-score.ts'
import { scales } from './score-script.ts'

const shots = 4

test('the same script and seed give the same music, another seed another', () => {
  const notes = composeScore(moods.period, 'one', shots)
  expect(composeScore(moods.period, 'one', shots)).toEqual(notes)
  expect(composeScore(moods.period, 'two', shots)).not.toEqual(notes)
})

test.each(Object.entries(moods))(
  'in the music of %s every chord lasts one shot, and every note is in the scale',
  (_, score) => {
    expect((60 / score.tempo) * score.beatsPerChord).toBeCloseTo(shotSec, 6)
    for (const notes of composeScore(score, 'any', shots)) {
      for (const { pitch, startSec, lengthSec, velocity } of notes) {
        expect(scales[score.mode]).toContain((((pitch - score.key) % 12) + 12) % 12)
        expect(startSec).toBeGreaterThanOrEqual(0)
        expect(startSec).toBeLessThan(shotSec)
        expect(lengthSec).toBeGreaterThan(0)
        expect(velocity).toBeLessThanOrEqual(1)
      }
      expect(new Set(notes.map(({ instrument }) => instrument))).toContain('pad')
    }
  },
)

test('kinds of stories sound different', () => {
  expect(new Set(Object.values(moods).map((score) => JSON.stringify(score))).size).toBe(Object.keys(moods).length)
})

test('the music never clips, is not silent, differs between the channels, and its shots can be joined in any order', () => {
  const { left, right } = renderScore(moods.sea, 'test', 2)
  const length = Math.round(shotSec * sampleRate)
  expect(left).toHaveLength(2 * length)
  let [peak, apart] = [0, 0]
  for (const [at, value] of left.entries()) {
    peak = Math.max(peak, Math.abs(value), Math.abs(right[at] ?? 0))
    apart = Math.max(apart, Math.abs(value - (right[at] ?? 0)))
  }
  expect(peak).toBeLessThan(0.64)
  expect(peak).toBeGreaterThan(0.05)
  expect(apart).toBeGreaterThan(0.01)
  // Only the quiet background sound crosses the borders between shots.
  for (const border of [0, length - 1, length, 2 * length - 1]) expect(Math.abs(left[border] ?? 1)).toBeLessThan(0.12)
})

test('it is written as 16-bit stereo', () => {
  const wav = wavOf({ left: Float32Array.of(0, 0.5), right: Float32Array.of(-0.5, 0) })
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav).toHaveLength(44 + 8)
  expect(wav.readUInt16LE(22)).toBe(2)
  expect([44, 46, 48, 50].map((at) => wav.readInt16LE(at))).toEqual([0, -16_383, 16_384, 0])
})
