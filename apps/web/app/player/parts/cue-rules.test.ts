import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesAt, nextChange, sentencesNear } from './cue-rules.ts'

const cues = [
  { startSec: 1, endSec: 3, lines: ['你好'] },
  { startSec: 2, endSec: 4, lines: ['再见', '明天见'] },
]

test.each([
  [0.9, []],
  [1, ['你好']],
  [2.5, ['你好', '再见', '明天见']],
  [3, ['再见', '明天见']],
  [4, []],
])('[F08] at %d seconds the subtitle is %j', (sec, lines) => {
  expect(linesAt(cues, sec)).toEqual(lines)
})

test('[F08] without cues the subtitle never changes', () => {
  expect(nextChange([], 5)).toBe(Infinity)
})

test('[F08] between two changes the subtitle is the same', () => {
  const cue = fc
    .record({ startSec: fc.nat(50), length: fc.integer({ min: 1, max: 9 }), word: fc.string() })
    .map(({ startSec, length, word }) => ({ startSec, endSec: startSec + length, lines: [word] }))
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 20 }), fc.nat(60), (given, sec) => {
      const next = nextChange(given, sec)
      expect(next).toBeGreaterThan(sec)
      expect(linesAt(given, Math.min(next, sec + 1) - 0.001)).toEqual(linesAt(given, sec))
    }),
  )
})

test('of what is said around a moment the closest comes first, each once, and at most three', () => {
  const said = ['灯亮着。', '有人吗？', '灯亮着。', '风大了。', '走吧。', '太远的话。'].map((line, at) => ({
    startSec: at === 5 ? 90 : at * 4,
    endSec: at === 5 ? 92 : at * 4 + 3,
    lines: [line],
  }))
  expect(sentencesNear(said, 5)).toEqual(['有人吗？', '灯亮着。', '风大了。'])
  expect(sentencesNear(said, 60)).toEqual([])
})
