import { realtimeBounds } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { fullPurse, spend, type FramePurse } from './frame-purse.ts'

/** What is left after so many things said at once; null where there was not enough. */
function sayAll(purse: FramePurse, count: number, nowMs: number): FramePurse | null {
  let left: FramePurse | null = purse
  for (let said = 0; said < count && left; said++) left = spend(left, nowMs)
  return left
}

test('a page may say so much in ten seconds, and as much again in the next', () => {
  const most = realtimeBounds.framesPer10Sec
  const spent = sayAll(fullPurse(0), most, 5000)
  expect(spent).toMatchObject({ left: 0 })
  if (!spent) return
  expect(spend(spent, 9999)).toBeNull()
  expect(sayAll(spent, most, 10_000)).toMatchObject({ left: 0 })
  expect(sayAll(spent, most + 1, 10_000)).toBeNull()
})

test('what costs more than is left is refused', () => {
  const spent = sayAll(fullPurse(0), realtimeBounds.framesPer10Sec - 2, 0)
  expect(spent && spend(spent, 0, 3)).toBeNull()
})
