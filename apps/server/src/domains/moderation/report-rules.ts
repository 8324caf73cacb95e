import type { ReportWeight } from './report-store.ts'

/** Number of reporting networks that hides a text until an operator reviewed it. */
const networksToHold = 3
/** So that freshly made accounts cannot hold texts. */
const newForSec = 24 * 3600

/** Whether a report counts towards holding a text. Reports of new users and of the author only reach the operator. */
export const countsTowardsHold = (
  { joinedAt, isAuthor }: { joinedAt: number; isAuthor: boolean },
  nowSec: number,
): boolean => !isAuthor && nowSec - joinedAt >= newForSec

/** Whether reports hold a text. A text that an operator left standing after reports is not held again. */
export const shouldHold = ({ networks, isReviewed }: ReportWeight): boolean => !isReviewed && networks >= networksToHold
