import { randomBytes } from 'node:crypto'

/** Stand-ins for what differs from reply to reply in a page that is otherwise kept: the script nonce and the clock. */
export interface StandIns {
  nonce: string
  now: number
}

/** A page as it is kept: its text, cut at the stand-ins. */
export interface PageShell {
  fill(nonce: string, nowSec: number): string
}

/** Stand-ins of one process: not guessable, so that no text of a page can hold one by design. */
export function makeStandIns(): StandIns {
  return {
    nonce: `n${randomBytes(12).toString('hex')}`,
    now: 1_000_000_000_000 + (randomBytes(4).readUInt32BE() % 1_000_000_000),
  }
}

/** Cuts a rendered page at its stand-ins, so that filling is a join. */
export function cutPage(html: string, standIns: StandIns): PageShell {
  const pieces = html.split(standIns.nonce).map((piece) => piece.split(String(standIns.now)))
  return { fill: (nonce, nowSec) => pieces.map((parts) => parts.join(String(nowSec))).join(nonce) }
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
  const longest = Math.max(standIns.nonce.length, String(standIns.now).length) - 1
  let held = ''
  for await (const chunk of chunks) {
    const text = cutPage(held + chunk, standIns).fill(nonce, nowSec)
    held = text.slice(-longest)
    yield text.slice(0, -longest)
  }
  yield held
}
