import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxQueryLength, searchQuery } from './search-query.ts'

test('[C01] what holds nothing to search for is empty', () => {
  for (const text of ['', '   ', '\t\n', '\u0000\u0007', '\u202e\u200b\ufeff', '\ud800', '\u3000']) {
    expect(searchQuery(text).replaceAll('\ufffd', '')).toBe('')
  }
})

test('[C01] marks of direction and controls go, words stay', () => {
  expect(searchQuery('  雾港\u202e \t来信\u0000 ')).toBe('雾港 来信')
})

test('[C01] what meets after a removed control is collapsed and composed', () => {
  expect(searchQuery('雾\t\u0000\t港')).toBe('雾 港')
  expect(searchQuery('e\u0000\u0301')).toBe('\u00e9')
})

test('any typed text becomes well-formed and short, and cleaning is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const query = searchQuery(text)
      expect(query.isWellFormed()).toBe(true)
      expect([...query].length).toBeLessThanOrEqual(maxQueryLength)
      expect(searchQuery(query)).toBe(query)
    }),
  )
})
