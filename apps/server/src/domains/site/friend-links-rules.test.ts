import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseFriendLinks } from './friend-links-rules.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `站${at} https://s${at}.example/`).join('\n')

test.each([
  '影评',
  'https://a.example/',
  '影评 a.example',
  '影评 javascript:alert(1)',
  '影评 JavaScript://a.example/%0aalert(1)',
  '影评 data:text/html,x',
  '影评 /user/info',
  '影评 //a.example/',
  '影评 ftp://a.example/',
  '影评 https://',
  '影评 https://me:secret@a.example/',
  `影评 https://a.example/${'a'.repeat(300)}`,
  `${'影'.repeat(41)} https://a.example/`,
  '影\u202e评 https://a.example/',
  '影\u2028评 https://a.example/',
  '影\0评 https://a.example/',
  '影评 https://a.example/\n书 https://A.example',
  '影评 https://a.example/\n书',
])('[A06] %j is no list of friend links', (text) => {
  expect(parseFriendLinks(text)).toBeNull()
})

test('[A06] there are twenty friend links at most', () => {
  expect(parseFriendLinks(lines(21))).toBeNull()
  expect(parseFriendLinks(lines(20))).toHaveLength(20)
})

test('[A06] friend links keep their order; names may contain spaces', () => {
  expect(parseFriendLinks('')).toEqual([])
  expect(parseFriendLinks(' 影评 小站  https://b.example/书?a=1#x \n\nA & <b> http://a.example')).toEqual([
    { name: '影评 小站', url: 'https://b.example/%E4%B9%A6?a=1#x' },
    { name: 'A & <b>', url: 'http://a.example/' },
  ])
})

test('[A06] for any text, a friend link leads to another site by http', () => {
  const part = fc.oneof(
    fc.constantFrom(' ', '\n', 'https://', 'http:', '//', 'javascript:', 'a.example', '@', ':'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) =>
      (parseFriendLinks(parts.join('')) ?? []).every(({ url }) => /^https?:\/\/[^/@]+\//.test(url)),
    ),
  )
})
