import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedParts } from './mark-rules.ts'

test('[C04] ranges outside the text, reversed or empty highlight nothing', () => {
  for (const mark of [
    [5, 9],
    [2, 1],
    [1, 1],
    [-4, -1],
  ] as const)
    expect(markedParts('雾港', [[...mark]])).toEqual([{ text: '雾港', isMarked: false }])
  expect(markedParts('', [[0, 3]])).toEqual([])
})

test('[C04] ranges count characters, not UTF-16 units', () => {
  expect(markedParts('𠮷野家', [[1, 2]])).toEqual([
    { text: '𠮷', isMarked: false },
    { text: '野', isMarked: true },
    { text: '家', isMarked: false },
  ])
})

test('[C04] for any ranges the text stays complete and its parts alternate', () => {
  const mark = fc.tuple(fc.integer({ min: -3, max: 12 }), fc.integer({ min: -3, max: 12 }))
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.array(mark, { maxLength: 4 }), (text, marks) => {
      const parts = markedParts(text, marks)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      expect(parts.every(({ isMarked }, at) => parts[at + 1]?.isMarked !== isMarked)).toBe(true)
    }),
  )
})
