import { randomBytes } from 'node:crypto'
import { gzipParts, isGap, valueOf, type GapValues, type Part } from './page-gzip.ts'

/**
 * Stand-ins for what differs from reply to reply in a page that is otherwise kept: the script nonce and the clock. Each
 * is as long as what takes its place.
 */
export interface StandIns {
  nonce: string
  now: number
}

/** A page as it is kept: bytes of its text, filled for one reply. */
export interface PageShell {
  /** Of the text, as it is not compressed. */
  bytes: number
  plain(nonce: string, nowSec: number): Buffer
  /** Compressed with gzip (RFC 1952). */
  gzip(nonce: string, nowSec: number): Buffer
}

/** A script nonce (CSP level 3) for one reply. */
export const makeNonce = (): string => randomBytes(16).toString('base64url')

/** Stand-ins of one process: not guessable, so that no text of a page can hold one by design. */
export function makeStandIns(): StandIns {
  return { nonce: makeNonce(), now: 5_000_000_000 + randomBytes(4).readUInt32BE() }
}

/** Cuts a rendered page at its stand-ins, so that filling is a join. */
export function cutPage(html: string, standIns: StandIns): PageShell {
  const [nonce, now] = [standIns.nonce, String(standIns.now)]
  const parts = html.split(new RegExp(`(${nonce}|${now})`)).map((text): Part => {
    if (text === nonce) return { name: 'nonce', bytes: nonce.length }
    return text === now ? { name: 'now', bytes: now.length } : Buffer.from(text)
  })
  const gzip = gzipParts(parts)
  const valuesOf = (ownNonce: string, nowSec: number): GapValues => ({
    nonce: Buffer.from(ownNonce),
    now: Buffer.from(String(nowSec)),
  })
  return {
    bytes: parts.reduce((sum, part) => sum + (isGap(part) ? part.bytes : part.length), 0),
    plain(ownNonce, nowSec) {
      const values = valuesOf(ownNonce, nowSec)
      return Buffer.concat(parts.map((part) => (isGap(part) ? valueOf(part, values) : part)))
    },
    gzip: (ownNonce, nowSec) => gzip(valuesOf(ownNonce, nowSec)),
  }
}

/**
 * Fills the stand-ins of a page while it streams. The end of each chunk is held back as far as it could be the beginning
 * of a stand-in.
 */
export async function* fillStream(
  chunks: AsyncIterable<string>,
  standIns: StandIns,
  nonce: string,
  nowSec: number,
): AsyncGenerator<string> {
  const now = String(standIns.now)
  const longest = Math.max(standIns.nonce.length, now.length) - 1
  let held = ''
  for await (const chunk of chunks) {
    const text = (held + chunk).replaceAll(standIns.nonce, nonce).replaceAll(now, String(nowSec))
    const at = startOfTail(text, longest)
    held = text.slice(at)
    yield text.slice(0, at)
  }
  yield held
}

/** Where the last `length` code units of a text begin, or one before, so that no surrogate pair is cut in two. */
function startOfTail(text: string, length: number): number {
  const at = Math.max(0, text.length - length)
  return at > 0 && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at
}
