import { setTimeout } from 'node:timers/promises'
import { chinaDay, daySpan } from '@yunmu/contract/china-time'

const before = 5 * 60
const after = 2 * 60

/** From which moment on no day ends in China while a file's tests run. Unix seconds. */
function clearFrom(nowSec: number): number {
  const { fromSec, toSec } = daySpan(chinaDay(nowSec))
  if (toSec - nowSec < before) return toSec + after
  return Math.max(nowSec, fromSec + after)
}

/** Before tests that speak of today and of yesterday: waits midnight out where it is near. */
export async function awayFromMidnight(): Promise<void> {
  const nowSec = Date.now() / 1000
  await setTimeout((clearFrom(nowSec) - nowSec) * 1000)
}
