import { expect, test } from 'vitest'
import { maxNameFontCharacters, nameFontPath, nameFontUrl, readNameFontCodes } from './name-font-url.ts'

const codesOf = (text: string): Set<number> => new Set([...text].map((character) => character.codePointAt(0) ?? 0))
const queryOf = (url: string): string => new URL(url, 'http://station').searchParams.get('c') ?? ''

test('an address of the font for names is read only in the form in which it is built', () => {
  for (const text of [
    '',
    '4e',
    '4E91',
    '0041',
    '3042',
    'ac00',
    '4e91a000',
    '5e554e91',
    '4e914e91',
    '4e91 ',
    '4e00'.repeat(2),
  ])
    expect(readNameFontCodes(text), text).toBeNull()
  const many = Array.from({ length: maxNameFontCharacters + 1 }, (_, at) => 0x4e00 + at)
  expect(readNameFontCodes(queryOf(nameFontUrl(new Set(many))))).toBeNull()
  expect(readNameFontCodes(queryOf(nameFontUrl(new Set(many.slice(1)))))).toEqual(many.slice(1))
})

test('the same characters have the same address in any order', () => {
  expect(nameFontUrl(codesOf('云幕'))).toBe(`${nameFontPath}?c=4e915e55`)
  expect(nameFontUrl(codesOf('幕云幕'))).toBe(nameFontUrl(codesOf('云幕')))
})
