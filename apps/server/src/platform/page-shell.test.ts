import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutPage, fillStream, makeStandIns } from './page-shell.ts'

const standIns = makeStandIns()

/** A page with stand-ins at any place, and what it should become. */
const page = fc
  .array(fc.oneof(fc.string({ maxLength: 12 }), fc.constant(standIns.nonce), fc.constant(String(standIns.now))), {
    maxLength: 20,
  })
  .map((parts) => ({ parts, html: parts.join('') }))

/** Cuts a text at the given places. */
function chunksOf(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].toSorted((a, b) => a - b)
  return [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length))
}

async function* stream(chunks: readonly string[]): AsyncGenerator<string> {
  yield* chunks
}

test('a page is filled with its nonce and clock at every stand-in, and nowhere else', () => {
  fc.assert(
    fc.property(page, ({ html }) => {
      const filled = cutPage(html, standIns).fill('the-nonce', 42)
      expect(filled).toBe(html.replaceAll(standIns.nonce, 'the-nonce').replaceAll(String(standIns.now), '42'))
    }),
  )
})

test('a page that streams is filled alike, wherever its chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(page, fc.array(fc.nat(), { maxLength: 10 }), async ({ html }, cuts) => {
      let text = ''
      for await (const piece of fillStream(stream(chunksOf(html, cuts)), standIns, 'the-nonce', 42)) text += piece
      expect(text).toBe(cutPage(html, standIns).fill('the-nonce', 42))
    }),
  )
})
