import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseStatisticsScript } from './statistics-rules.ts'

test.each([
  '',
  'count.example/c.js',
  '//count.example/c.js',
  '/c.js',
  'http://count.example/c.js',
  'javascript:alert(1)',
  'data:text/javascript,alert(1)',
  'https://count.example/',
  'https://count.example/scripts/',
  'https://me:secret@count.example/c.js',
  'https://count.example/c.js#x',
  "https://count.example/c.js; script-src 'unsafe-inline'",
  'https://count.example/c.js;sandbox',
  'https://count.example/a,b.js',
  "https://count.example/'self'.js",
  'https://count.example/*.js',
  'https://*.example/c.js',
  'https://x;sandbox/c.js',
  "https://'self'/c.js",
  'https://[::1]/c.js',
  'https://count.example/统计.js',
  'https://count.example/c.js\nhttps://other.example/c.js',
  `https://count.example/${'c'.repeat(500)}.js`,
])('[E07] %j is no address of a statistics script', (text) => {
  expect(parseStatisticsScript(text)).toBeNull()
})

test('[E07] a policy has the exact address of the script without its query, and its origin', () => {
  expect(parseStatisticsScript('https://Count.example:8443/a/c.js?0a1b&id=7')).toEqual({
    url: 'https://count.example:8443/a/c.js?0a1b&id=7',
    source: 'https://count.example:8443/a/c.js',
    origin: 'https://count.example:8443',
  })
})

test('[E07] for any text, what enters the policy is one source of https without a wildcard', () => {
  const part = fc.oneof(
    fc.constantFrom('https://', 'a.example', '/', 'c.js', ';', ',', "'", '*', '?', '%3b', ':'),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const script = parseStatisticsScript(parts.join(''))
      return script === null || [script.source, script.origin].every((one) => /^https:\/\/[^\s;,'"*]+$/.test(one))
    }),
  )
})
