import { commentBounds } from '@yunmu/contract'

const newForSec = 24 * 3600
const burstMs = 600_000
/** Comments in ten minutes after which the next one needs a captcha: more than a conversation has. */
const burst = { user: 6, newUser: 3, address: 20, network: 80 } as const

/** Start of the window in which comments count as a burst, Unix milliseconds. */
export const burstSinceMs = (nowMs: number): number => nowMs - burstMs

/** Whether the user, on the first day sooner, or all users of the address or network write so fast that it needs a captcha. */
export const isBurst = (
  written: { user: number; address: number; network: number },
  { joinedAt, nowSec }: { joinedAt: number; nowSec: number },
): boolean =>
  written.user >= (nowSec - joinedAt < newForSec ? burst.newUser : burst.user) ||
  written.address >= burst.address ||
  written.network >= burst.network

/** Whether the length of a cleaned text is valid. Counts code points: 𠮷 is one. */
export function isValidComment(text: string): boolean {
  const length = [...text].length
  return length >= commentBounds.text.min && length <= commentBounds.text.max
}
