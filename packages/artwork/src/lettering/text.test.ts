import fc from 'fast-check'
import { expect, test } from 'vitest'

import { cellsOf, cleanText, titleOf, widthOf, wrapInto } from './text.ts'

const shown = (lines: readonly { text: string }[][]): string[] =>
  lines.map((line) => line.map((cell) => cell.text).join(''))

test('what cannot be drawn leaves a title: controls, format characters, lone surrogates, pictographs, foreign scripts', () => {
  expect(cleanText('\u200b\u202e夜\u0000行\ud800')).toBe('夜行')
  expect(cleanText('我🎉们\ufe0f')).toBe('我们')
  expect(cleanText('夜\u0e01行')).toBe('夜行')
  expect(cleanText('  夜\n\t行 ')).toBe('夜 行')
})

test('a letter keeps two of many stacked marks', () => {
  expect(cleanText(`q${'\u0323'.repeat(400)}`)).toBe('q\u0323\u0323')
})

test('cleaning is final and always gives well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (raw) => {
      const clean = cleanText(raw)
      expect(clean.isWellFormed()).toBe(true)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})

test('what follows a colon, a dot or, after Chinese, a space is the small part', () => {
  expect(titleOf('Dune: Part Two')?.rest).toBe('Part Two')
  expect(titleOf('远山：归来')?.rest).toBe('归来')
  expect(titleOf('远山·归来')?.rest).toBe('归来')
  expect(titleOf('远山 第二季')?.rest).toBe('第二季')
  expect(titleOf('The Long Way Home')?.rest).toBe('')
  expect(titleOf('：远山')?.cells.map((cell) => cell.text)).toEqual(['：', '远', '山'])
})

test('only titles of full-width letters may be set vertically', () => {
  expect(titleOf('远山')?.upright).toBe(true)
  expect(titleOf('远山！')?.upright).toBe(false)
  expect(titleOf('1917')?.upright).toBe(false)
})

test('a very long title ends in an ellipsis', () => {
  const cells = titleOf('山'.repeat(10_000))?.cells ?? []
  expect(cells).toHaveLength(48)
  expect(cells.at(-1)?.text).toBe('…')
})

test('lines break between words, and within a word only on request', () => {
  expect(shown(wrapInto(cellsOf('The Long Way Home'), 2, true))).toEqual(['The Long', 'Way Home'])
  expect(shown(wrapInto(cellsOf('Привет, мир'), 2, true))).toEqual(['Привет,', 'мир'])
  expect(shown(wrapInto(cellsOf('abcdefgh'), 2, true))).toEqual(['abcdefgh'])
  expect(shown(wrapInto(cellsOf('abcdefgh'), 2, false))).toHaveLength(2)
})

test('wrapping loses only spaces and respects the number of lines', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      (raw, count, whole) => {
        const cells = cellsOf(cleanText(raw))
        if (widthOf(cells) === 0) return
        const lines = wrapInto(cells, count, whole)
        expect(lines.length).toBeLessThanOrEqual(count)
        expect(shown(lines).join('').replaceAll(' ', '')).toBe(cleanText(raw).replaceAll(' ', ''))
      },
    ),
  )
})
