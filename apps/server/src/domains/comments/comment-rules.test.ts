import { expect, test } from 'vitest'
import { isBurst } from './comment-rules.ts'

const day = 24 * 3600
const nowSec = 1_800_000_000
const alone = { user: 0, address: 0, network: 0 }

test('[I01] a burst is more than a conversation: of a user, sooner of a new one, or of everybody at an address or network', () => {
  const old = { joinedAt: nowSec - day, nowSec }
  const fresh = { joinedAt: nowSec - day + 1, nowSec }
  for (const [written, ofOld, ofNew] of [
    [alone, false, false],
    [{ ...alone, user: 2 }, false, false],
    [{ ...alone, user: 3 }, false, true],
    [{ ...alone, user: 5 }, false, true],
    [{ ...alone, user: 6 }, true, true],
    [{ ...alone, address: 19 }, false, false],
    [{ ...alone, address: 20 }, true, true],
    [{ ...alone, network: 79 }, false, false],
    [{ ...alone, network: 80 }, true, true],
  ] as const)
    expect([isBurst(written, old), isBurst(written, fresh)]).toEqual([ofOld, ofNew])
})
