import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCsvReader, writeCsvRow } from './csv.ts'

const cell = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', '"', ',', '\r\n', '""', 'a"b'),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 6 })

test('[M03] rows are parsed again, wherever the text is cut', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), (given, length) => {
      const text = given.map(writeCsvRow).join('')
      const reader = createCsvReader()
      const parsed: (string | null)[][] = []
      const characters = [...text]
      for (let at = 0; at < characters.length; at += length)
        parsed.push(...reader.write(characters.slice(at, at + length).join('')))
      parsed.push(...(reader.end() ?? []))
      expect(parsed).toEqual(given)
    }),
  )
})

test('[M03] files of other programs are parsed', () => {
  const read = (text: string) => {
    const reader = createCsvReader()
    const first = reader.write(text)
    const last = reader.end()
    return last === null ? null : [...first, ...last]
  }
  expect(read('a,b\n1,\n\n"x ""y""",""')).toEqual([
    ['a', 'b'],
    ['1', null],
    ['x "y"', ''],
  ])
  expect(read('a,"b')).toBeNull()
})
