import { commentBounds } from '@yunmu/contract'

const newForSec = 24 * 3600
const fastWithinSec = 600
/** The next one after so many within that time has to read a picture. */
const fastAfter = 2

/** From when on a person's comments count as fast, Unix seconds. */
export const fastSince = (nowSec: number): number => nowSec - fastWithinSec

/** Whether who wants to write has to read a picture first: people of the first day, and who wrote twice a moment ago. */
export const needsCaptcha = (
  { joinedAt, recentCount }: { joinedAt: number; recentCount: number },
  nowSec: number,
): boolean => nowSec - joinedAt < newForSec || recentCount >= fastAfter

/** Whether a clean text is a comment. Characters are code points: 𠮷 is one. */
export function isValidComment(text: string): boolean {
  const length = [...text].length
  return length >= commentBounds.text.least && length <= commentBounds.text.most
}
