import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseTitle } from './index.ts'

test.each([
  ['', ''],
  ['  ', ''],
  ['？？？', '???'],
  ['流浪地球 2', '流浪地球2'],
  ['《流浪地球２》', '流浪地球2'],
  ['複仇者聯盟４：終局之戰', '复仇者联盟4终局之战'],
  ['复仇者联盟 4·终局之战', '复仇者联盟4终局之战'],
  ['Spider-Man:  Far From Home', 'spider man far from home'],
  ['S.W.A.T. 2', 'swat 2'],
  ['Mr. Robot', 'mr robot'],
  ['9-1-1', '9 1 1'],
  ['X战警', 'x战警'],
  ['頭髮', '头发'],
  ['一\u200b二\0三', '一二三'],
])('%j is normalised to %j', (title, expected) => {
  expect(normaliseTitle(title)).toBe(expected)
})

test('[idempotence] a normalised title is its own normal form', () => {
  const word = fc.constantFrom('头发', '頭髮', '看著', 'A.', 'B', ' ', '·', '２', 'Ⅻ', 'ǆ', 'İ', '㍿', 'が', '龍')
  const title = fc.array(fc.oneof(word, fc.string({ unit: 'binary' }))).map((parts) => parts.join(''))
  fc.assert(
    fc.property(title, (text) => {
      expect(normaliseTitle(normaliseTitle(text))).toBe(normaliseTitle(text))
    }),
    { numRuns: 2000 },
  )
})
