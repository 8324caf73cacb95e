import { commentBounds } from '@yunmu/contract'

const newForSec = 24 * 3600
const fastWithinSec = 600
/** Number of recent comments after which the next one needs a captcha. */
const fastAfter = 2

/** Start of the window in which a user's comments count as recent, Unix seconds. */
export const fastSince = (nowSec: number): number => nowSec - fastWithinSec

/** Whether a user must solve a captcha first: accounts of the first day, and fast writers. */
export const needsCaptcha = (
  { joinedAt, recentCount }: { joinedAt: number; recentCount: number },
  nowSec: number,
): boolean => nowSec - joinedAt < newForSec || recentCount >= fastAfter

/** Whether the length of a cleaned text is valid. Counts code points: 𠮷 is one. */
export function isValidComment(text: string): boolean {
  const length = [...text].length
  return length >= commentBounds.text.min && length <= commentBounds.text.max
}
