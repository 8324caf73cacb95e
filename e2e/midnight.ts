import { setTimeout } from 'node:timers/promises'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'

const marginBeforeSec = 5 * 60
const marginAfterSec = 2 * 60

/** The first moment from `nowSec` on that is far enough from midnight in China for a test file to run. Unix seconds. */
function startOfSafeTime(nowSec: number): number {
  const { fromSec, toSec } = daySpan(chinaDay(nowSec))
  if (toSec - nowSec < marginBeforeSec) return toSec + marginAfterSec
  return Math.max(nowSec, fromSec + marginAfterSec)
}

/** For tests about today and yesterday: waits until midnight has passed if it is near. */
export async function waitOutMidnight(): Promise<void> {
  const nowSec = Date.now() / 1000
  await setTimeout((startOfSafeTime(nowSec) - nowSec) * 1000)
}
