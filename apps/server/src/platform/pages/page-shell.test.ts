import fc from 'fast-check'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cutPage, fillStream, makeNonce, makeStandIns } from './page-shell.ts'

const standIns = makeStandIns()
const nonce = makeNonce()
const nowSec = 1_900_000_000

/** Text with much to repeat, and some that is as long as what compressed text may refer back over. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('<script nonce="', '"></script>', '云幕', nonce, String(nowSec)),
  fc.integer({ min: 1, max: 40_000 }).map((length) => 'a page '.repeat(length / 7)),
)

/** A page with stand-ins at any place. */
const page = fc
  .array(fc.oneof(text, fc.constant(standIns.nonce), fc.constant(String(standIns.now))), { maxLength: 20 })
  .map((parts) => parts.join(''))

const filled = (html: string): string =>
  html.replaceAll(standIns.nonce, nonce).replaceAll(String(standIns.now), String(nowSec))

/** Cuts a text at the given places. */
function chunksOf(whole: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, at) => whole.slice(from, places[at] ?? whole.length))
}

async function* stream(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

test('a page is not filled with what is longer or shorter than its stand-ins', () => {
  const shell = cutPage(`<script nonce="${standIns.nonce}">`, standIns)
  expect(() => shell.plain('short', nowSec)).toThrow('a gap of 22 bytes cannot take 5')
  expect(() => shell.gzip(`${nonce}longer`, nowSec)).toThrow('a gap of 22 bytes cannot take 28')
})

test('a page is filled with its nonce and clock at every stand-in, and nowhere else', () => {
  fc.assert(
    fc.property(page, (html) => {
      expect(cutPage(html, standIns).plain(nonce, nowSec).toString()).toBe(Buffer.from(filled(html)).toString())
    }),
  )
})

test('a page that is compressed once is the same page for every nonce and clock', () => {
  fc.assert(
    fc.property(page, (html) => {
      const shell = cutPage(html, standIns)
      for (const own of [nonce, makeNonce()]) {
        expect(gunzipSync(shell.gzip(own, nowSec)).equals(shell.plain(own, nowSec))).toBe(true)
      }
    }),
  )
})

test('a page compresses about as well with its gaps as without', () => {
  const scripts = Array.from({ length: 20 }, (_, at) => `<link href="/assets/${at}.js" nonce="${standIns.nonce}">`)
  const cards = Array.from({ length: 500 }, (_, at) => `<a href="/details/1/${at}">片名 ${at}</a>`)
  const html = [...scripts, ...cards].join('\n')
  const whole = cutPage(filled(html), standIns).gzip(nonce, nowSec).length
  expect(cutPage(html, standIns).gzip(nonce, nowSec).length).toBeLessThan(whole + 20 * 45)
})

test('a page that streams is filled alike, wherever its chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.array(fc.nat(), { maxLength: 10 }), async (html, cuts) => {
      const sent: Buffer[] = []
      for await (const piece of fillStream(stream(chunksOf(html, cuts)), standIns, nonce, nowSec)) {
        sent.push(Buffer.from(piece))
      }
      expect(Buffer.concat(sent).toString()).toBe(Buffer.from(filled(html)).toString())
    }),
  )
})

test('a character of two halves is never sent as two', async () => {
  for (let at = 0; at < 60; at++) {
    const html = `${'a'.repeat(at)}𠮷${'a'.repeat(60 - at)}`
    const sent: Buffer[] = []
    for await (const piece of fillStream(stream([html]), standIns, nonce, nowSec)) sent.push(Buffer.from(piece))
    expect(Buffer.concat(sent).toString()).toBe(html)
  }
})
