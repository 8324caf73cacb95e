import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFromClaims, parseMark, returnPath, canStillSignIn } from './third-rules.ts'

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\t/evil.example',
  '/a\\b',
  'javascript:alert(1)',
  'user',
  '',
  '/auth/op/start',
  '/x/../auth/op/start',
  `/${'a'.repeat(1000)}`,
  `/search/${'云'.repeat(200)}`,
  undefined,
  ['/a', '/b'],
])('[E04] %j is not a valid return path', (asked) => {
  expect(returnPath(asked)).toBe('/')
})

test('[E04] a return path is a path of ours with its query, and never leads elsewhere', () => {
  expect(returnPath('/user/back?page=2')).toBe('/user/back?page=2')
  expect(returnPath('/search/云幕')).toBe('/search/%E4%BA%91%E5%B9%95')
  expect(returnPath('/user#ticket=of.somebody')).toBe('/user')
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '//',
    '@',
    ':',
    'evil.example',
    '\t',
    '\n',
    '%2f',
    '?',
    '#',
    '／',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 8 }), (parts) => {
      const path = returnPath(`/${parts.join('')}`)
      const led = new URL(`${path}#ticket=x`, 'https://station.example/auth/op/callback')
      expect(led.origin).toBe('https://station.example')
      expect(led.hash).toBe('#ticket=x')
      expect(path).not.toMatch(/[\r\n]/)
    }),
  )
})

test('[E04] a mark is short and of plain characters', () => {
  for (const wrong of [undefined, 'short', 'a'.repeat(65), 'aaaaaaaaaaaaaaaa&type=x', ['a'.repeat(20)]])
    expect(parseMark(wrong)).toBeUndefined()
  expect(parseMark('aB3-_678901234567')).toBe('aB3-_678901234567')
})

test('[E04] a name fits one line, whatever the other site sends', () => {
  expect(nameFromClaims({})).toBe('')
  expect(nameFromClaims({ name: 7, nickname: { toString: () => 'x' } })).toBe('')
  expect(nameFromClaims({ name: ' \u202E\u0000\n ', nickname: '阿云' })).toBe('阿云')
  expect(nameFromClaims({ name: '云'.repeat(500) })).toBe('云'.repeat(20))
  expect(nameFromClaims({ name: '小\u0000云\u2028' })).toBe('小云')
})

test.each([
  [false, ['op'], ['op'], false],
  [false, ['op', 'closed'], ['op'], false],
  [false, ['op', 'other'], ['op', 'other'], true],
  [true, ['op'], ['op'], true],
])('[E04] with a password: %s, bound: %j, offered: %j, op can be unbound: %s', (hasPassword, bound, offered, may) => {
  expect(canStillSignIn('op', { hasPassword, bound }, (authType) => offered.includes(authType))).toBe(may)
})
