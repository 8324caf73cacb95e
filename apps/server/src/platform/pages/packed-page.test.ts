import type { HtmlPart } from '@yunmu/contract'
import fc from 'fast-check'
import { crc32, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32Joined, crc32Shift } from './crc32-combine.ts'
import { pageBytes, gzipPage, createNonce, createPlaceholders, packPage, plainPage, repackPage } from './packed-page.ts'

const placeholders = createPlaceholders()
const nonce = createNonce()
const nowSec = 1_900_000_000

/** Repetitive text, including some as long as the compression window. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('<script nonce="', '"></script>', '云幕', nonce, String(nowSec)),
  fc.integer({ min: 1, max: 40_000 }).map((length) => 'a page '.repeat(length / 7)),
)

const own = (text: string): HtmlPart => ({ text, isShared: false })

/** Text of a page with placeholders at any position. */
const page = fc
  .array(fc.oneof(text, fc.constant(placeholders.nonce), fc.constant(String(placeholders.now))), { maxLength: 20 })
  .map((parts) => parts.join(''))

/** Rendered pages: text of their own, and style sheets. */
const styleSheet = fc.constantFrom('a{color:red}', 'b{margin:0}'.repeat(4000)).map((text) => ({ text, isShared: true }))
const rendered = fc.array(fc.oneof(page.map(own), styleSheet), { maxLength: 5 })

const filled = (html: string, ownNonce: string): string =>
  html.replaceAll(placeholders.nonce, ownNonce).replaceAll(String(placeholders.now), String(nowSec))

test('the checksum of two concatenated texts is computed from theirs', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 5000 }), (one, other) => {
      const joined = crc32Joined(crc32(one), crc32(other), crc32Shift(other.length))
      expect(joined).toBe(crc32(Buffer.concat([one, other])))
    }),
  )
})

test('placeholders are not filled with values of another length', () => {
  const packed = packPage([own(`<script nonce="${placeholders.nonce}">`)], placeholders)
  expect(() => gzipPage(packed, { nonce: 'short', nowSec })).toThrow('a gap of 22 bytes cannot take 5')
  expect(() => plainPage(packed, { nonce: `${nonce}longer`, nowSec })).toThrow('a gap of 22 bytes cannot take 28')
})

test('a packed or repacked page is the same page for every nonce and clock', async () => {
  await fc.assert(
    fc.asyncProperty(rendered, async (parts) => {
      const packed = packPage(parts, placeholders)
      const html = parts.map(({ text }) => text).join('')
      for (const form of [packed, await repackPage(packed)]) {
        for (const ownNonce of [nonce, createNonce()]) {
          const values = { nonce: ownNonce, nowSec }
          expect(gunzipSync(gzipPage(form, values)).equals(Buffer.from(filled(html, ownNonce)))).toBe(true)
          expect(plainPage(form, values).equals(Buffer.from(filled(html, ownNonce)))).toBe(true)
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('links have no nonce: the policy permits them from this origin', () => {
  const html = `<link href="/a.js" nonce="${placeholders.nonce}"/><script nonce="${placeholders.nonce}"></script>`
  const sent = plainPage(packPage([own(html)], placeholders), { nonce, nowSec }).toString()
  expect(sent).toBe(`<link href="/a.js"/><script nonce="${nonce}"></script>`)
})

const scripts = Array.from(
  { length: 8 },
  (_, at) => `<script src="/assets/${at}.js" nonce="${placeholders.nonce}"></script>`,
)
const cards = Array.from({ length: 500 }, (_, at) => `<a href="/details/1/${at}">片名 ${at}</a>`)
const aPage = [...scripts, ...cards].join('\n')

test('a page compresses about as well with its gaps as without', () => {
  const values = { nonce, nowSec }
  const whole = gzipPage(packPage([own(filled(aPage, nonce))], placeholders), values).length
  expect(gzipPage(packPage([own(aPage)], placeholders), values).length).toBeLessThan(whole + 8 * 70)
})

test('a cached page references no more memory than is counted', async () => {
  for (const packed of [packPage([own(aPage)], placeholders), await repackPage(packPage([own(aPage)], placeholders))]) {
    expect(packed.blocks.buffer.byteLength).toBe(packed.blocks.length)
    expect(pageBytes(packed)).toBeGreaterThan(packed.blocks.length)
  }
})
