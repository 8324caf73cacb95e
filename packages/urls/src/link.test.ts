import { expect, test } from 'vitest'
import { isLink, isOwnPath } from './link.ts'

const hostile = [
  '',
  ' ',
  '//elsewhere',
  '/\\elsewhere',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://x',
  'http://',
  'x',
  '/a b',
]

test('an address that could lead a link or a picture astray is refused', () => {
  for (const address of hostile) {
    expect(isOwnPath(address), address).toBe(false)
    expect(isLink(address), address).toBe(false)
  }
})

test('a path is our own and may stand in a link; an http address may stand in a link alone', () => {
  expect(isOwnPath('/app.apk')).toBe(true)
  expect(isLink('/app.apk?v=1')).toBe(true)
  expect(isLink('https://example.com/下载')).toBe(true)
  expect(isOwnPath('https://example.com/')).toBe(false)
})
