import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeText, parseForm, parseJson } from './form-rules.ts'

test.each([
  ['a repeated name', 'money=0.01&money=29.90'],
  ['a repeated name in another encoding', 'money=0.01&%6doney=29.90'],
  ['bytes that are not UTF-8', 'name=%ff%fe'],
  ['a name in GBK', 'name=%d4%c2%bf%a8'],
  ['a surrogate', 'name=%ed%a0%80'],
  ['an overlong form', 'name=%c0%af'],
  ['an incomplete escape', 'name=%4'],
  ['an escape that is none', 'name=%zz'],
  ['NUL', 'name=a%00b'],
  ['no equals sign', 'name'],
  ['no name', '=1'],
  ['an empty pair', 'a=1&&b=2'],
  ['too many fields', Array.from({ length: 65 }, (_, at) => `f${at}=1`).join('&')],
])('[J04] a form with %s is refused', (_, text) => {
  expect(parseForm(text)).toBeNull()
})

test('[J04] names of object prototypes are names like others', () => {
  const fields = parseForm('__proto__=1&constructor=2&toString=3')
  expect([...(fields ?? [])]).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['toString', '3'],
  ])
})

test('[J04] what a form writer writes is read alike', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  const value = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(name, value), { maxLength: 20, selector: ([key]) => key }), (pairs) => {
      expect([...(parseForm(new URLSearchParams(pairs).toString()) ?? [])]).toEqual(pairs)
    }),
  )
})

test('[J04] no text and no bytes make a parser throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: 'binary' }), (bytes, text) => {
      decodeText(bytes)
      parseForm(text)
      parseForm(Buffer.from(bytes).toString('latin1'))
      parseJson(text)
    }),
  )
  expect(decodeText(Buffer.from([0xd4, 0xc2]))).toBeNull()
  expect(decodeText(Buffer.from('a\0'))).toBeNull()
  expect(decodeText(Buffer.from('月卡'))).toBe('月卡')
  expect(parseJson('['.repeat(60_000))).toBeUndefined()
  expect(parseJson('{"a":1}')).toEqual({ a: 1 })
})
