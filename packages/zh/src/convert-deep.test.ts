import fc from 'fast-check'
import { expect, test } from 'vitest'
import { convertDeep, toTraditional } from './index.ts'

test.each([
  '/nav/电影/全部地区.html',
  'https://host/头发.jpg',
  '//host/头发.jpg',
  'data:text/plain,头发',
  'mailto:a@头发.cn',
])('the address %s is unchanged', (address) => {
  expect(convertDeep({ url: address }, 't')).toEqual({ url: address })
})

test('text with a slash or a colon is not an address', () => {
  expect(convertDeep(['头发: 皇后', '/ 头发', '头发/面条'], 't')).toEqual(['頭髮: 皇后', '/ 頭髮', '頭髮/麵條'])
})

test('strings are converted at any depth, keys and other values are not', () => {
  const value = { 头发: ['头发', 1, null, true, { name: '面条', id: 'v12' }], __proto__: null }
  expect(convertDeep(value, 't')).toEqual({ 头发: ['頭髮', 1, null, true, { name: '麵條', id: 'v12' }] })
})

test('a key named __proto__ is data like any other', () => {
  const value: unknown = JSON.parse('{"__proto__":{"name":"头发"}}')
  expect(JSON.stringify(convertDeep(value, 't'))).toBe('{"__proto__":{"name":"頭髮"}}')
})

test('a value without changes is not copied, and the input is not modified', () => {
  const same = { id: 7, list: [{ name: '头发' }] }
  const mixed = { same, one: { name: '頭髮', id: 1 } }
  const converted = convertDeep(mixed, 's')
  expect(convertDeep(same, 's')).toBe(same)
  expect(converted).toEqual({ same, one: { name: '头发', id: 1 } })
  expect(Object.keys(converted.one)).toEqual(['name', 'id'])
  expect(converted.same).toBe(same)
  expect(mixed.one.name).toBe('頭髮')
})

test('with a list of keys, only values below them are converted', () => {
  const value = { name: '头发', ref: '头发', rows: [{ name: ['面条', { any: '面条' }], ref: '面条' }] }
  expect(convertDeep(value, 't', new Set(['name']))).toEqual({
    name: '頭髮',
    ref: '头发',
    rows: [{ name: ['麵條', { any: '麵條' }], ref: '面条' }],
  })
})

test('the shape of any JSON value is preserved, and each string is converted by itself', () => {
  const leaf = fc.oneof(fc.constantFrom('头发', '皇后', 'a'), fc.integer(), fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(fc.array(fc.dictionary(fc.string(), fc.array(leaf))), (value) => {
      const expected = value.map((record) =>
        Object.fromEntries(
          Object.entries(record).map(([key, list]) => [
            key,
            list.map((each) => (typeof each === 'string' ? toTraditional(each) : each)),
          ]),
        ),
      )
      expect(convertDeep(value, 't')).toEqual(expected)
    }),
  )
})
