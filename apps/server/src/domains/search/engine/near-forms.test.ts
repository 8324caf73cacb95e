import { unitsOf } from '@yunmu/zh'
import { expect, test } from 'vitest'
import { nearForms } from './near-forms.ts'

const formsOf = (query: string): string[] =>
  nearForms(unitsOf(query)).map(({ units, anchor }) =>
    [units.map((unit) => unit?.char ?? '?').join(''), anchor].filter((part) => part !== null).join(' '),
  )

test.each(['', '雾', '雾港', '雾港?', 'wugang', 'abc 123', '雾1a', '2046', '一二三', '雾港来信雾港来信雾港来信雾'])(
  '[C04] %j has too few characters to compare, or too many',
  (query) => expect(formsOf(query)).toEqual([]),
)

test('[C04] of three characters, two must be all that is known of a text', () => {
  expect(formsOf('雾港来')).toEqual([
    '港来 both',
    '?港来 both',
    '雾来 both',
    '雾?来 both',
    '雾?港来 start',
    '雾港 both',
    '雾港? both',
    '雾港?来 start',
  ])
})

test('[C04] of more characters the others may be a part of a text; a number is too much as a whole', () => {
  expect(formsOf('雾港来信12345')).toContain('雾港来信')
  expect(formsOf('雾港来信12345')).not.toContain('雾港来信1234')
  expect(formsOf('临江路八号')).toContain('临江路?8号')
  expect(formsOf('临江路八号').filter((form) => form.includes(' '))).toEqual([])
})
