import { expect, test } from 'vitest'
import { cookieOf, scriptOf } from './script.ts'

test('a cookie is found by its whole name', () => {
  expect(cookieOf(undefined, 'lang')).toBeUndefined()
  expect(cookieOf('slang=t; language=t', 'lang')).toBeUndefined()
  expect(cookieOf('a=1; lang=t ;b=2', 'lang')).toBe('t')
  expect(cookieOf('lang', 'lang')).toBeUndefined()
})

test('[A08] the script is that of the address, else the cookie, else the browser’s language, else simplified', () => {
  const hant = { 'accept-language': 'zh-TW,zh;q=0.9' }
  expect(scriptOf('s', { cookie: 'lang=t', ...hant })).toBe('s')
  expect(scriptOf('nonsense', { cookie: 'lang=t' })).toBe('t')
  expect(scriptOf(undefined, { cookie: 'lang=s', ...hant })).toBe('s')
  expect(scriptOf(undefined, { cookie: 'lang=x', ...hant })).toBe('t')
  for (const language of ['zh-Hant', 'zh-HK', 'zh-MO,en'])
    expect(scriptOf(undefined, { 'accept-language': language })).toBe('t')
  for (const language of ['zh-CN', 'en, zh-TW', '', 'zh'])
    expect(scriptOf(undefined, { 'accept-language': language })).toBe('s')
})
