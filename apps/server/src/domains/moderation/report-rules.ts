import type { ReportWeight } from './report-store.ts'

/** From so many networks a text is taken from the others' sight until an operator has looked. */
const networksToHold = 3
/** Accounts are made faster than they grow old. */
const newForSec = 24 * 3600

/** Whether a report counts towards holding a text: who is new, and who wrote it, are heard by the operator alone. */
export const countsTowardsHold = (
  { joinedAt, isAuthor }: { joinedAt: number; isAuthor: boolean },
  nowSec: number,
): boolean => !isAuthor && nowSec - joinedAt >= newForSec

/** Whether reports hold a text. What an operator has looked at because of reports, and left, only an operator takes away. */
export const shouldHold = ({ networks, isReviewed }: ReportWeight): boolean => !isReviewed && networks >= networksToHold
