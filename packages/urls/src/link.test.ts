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

test('an address that could make a link or picture leave the station is refused', () => {
  for (const address of hostile) {
    expect(isOwnPath(address), address).toBe(false)
    expect(isLink(address), address).toBe(false)
  }
})

test('a path of the station is valid in links and pictures, an http address in links only', () => {
  expect(isOwnPath('/app.apk')).toBe(true)
  expect(isLink('/app.apk?v=1')).toBe(true)
  expect(isLink('https://example.com/下载')).toBe(true)
  expect(isOwnPath('https://example.com/')).toBe(false)
})
