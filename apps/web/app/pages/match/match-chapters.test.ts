import { expect, test } from 'vitest'
import { onMedia } from './match-chapters.ts'

const chapters = {
  parts: [
    { name: '上半场', start: 1000, end: 3700 },
    { name: '休息', start: 3700, end: 4600 },
    { name: '下半场', start: 4600, end: 7300 },
  ],
  marks: [
    { id: 'early', atSec: 1500, text: '9′', colour: '' },
    { id: 'late', atSec: 5000, text: '52′', colour: '' },
  ],
}

test('[H01] chapters and goals of a recording are at its media time, which begins before the start', () => {
  const { parts, marks } = onMedia(chapters, [{ startSec: 0, endSec: 6500, wallMs: 900_000 }])
  expect(parts).toEqual([
    { name: '上半场', start: 100, end: 2800 },
    { name: '休息', start: 2800, end: 3700 },
    { name: '下半场', start: 3700, end: 6400 },
  ])
  expect(marks.map(({ id, atSec }) => [id, atSec])).toEqual([
    ['early', 600],
    ['late', 4100],
  ])
})

test('[H01] of highlights, chapters have the parts that are shown, and goals that were cut out have no mark', () => {
  const runs = [
    { startSec: 0, endSec: 40, wallMs: 1_200_000 },
    { startSec: 40, endSec: 80, wallMs: 4_985_000 },
  ]
  expect(onMedia(chapters, runs)).toMatchObject({
    parts: [
      { name: '上半场', start: 0, end: 40 },
      { name: '下半场', start: 40, end: 80 },
    ],
    marks: [{ id: 'late', atSec: 55 }],
  })
  expect(onMedia(chapters, [])).toEqual({ parts: [], marks: [] })
})
