import { realtimeBounds } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { fullBucket, consume, type FrameBucket } from './frame-bucket.ts'

/** The bucket after so many frames at once; null if they exceeded it. */
function consumeAll(bucket: FrameBucket, count: number, nowMs: number): FrameBucket | null {
  let rest: FrameBucket | null = bucket
  for (let said = 0; said < count && rest; said++) rest = consume(rest, nowMs)
  return rest
}

test('a page may send so many frames in ten seconds, and as many in the next', () => {
  const most = realtimeBounds.framesPer10Sec
  const spent = consumeAll(fullBucket(0), most, 5000)
  expect(spent).toMatchObject({ tokens: 0 })
  if (!spent) return
  expect(consume(spent, 9999)).toBeNull()
  expect(consumeAll(spent, most, 10_000)).toMatchObject({ tokens: 0 })
  expect(consumeAll(spent, most + 1, 10_000)).toBeNull()
})

test('a cost above the remaining tokens is refused', () => {
  const spent = consumeAll(fullBucket(0), realtimeBounds.framesPer10Sec - 2, 0)
  expect(spent && consume(spent, 0, 3)).toBeNull()
})
