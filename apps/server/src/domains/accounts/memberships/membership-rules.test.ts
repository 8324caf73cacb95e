import { isVip, vipGroupId } from '@yunmu/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterGrant, afterRevoke, type Membership } from './membership-rules.ts'

const none: Membership = { groupId: 2, userEndTime: 0 }
const day = 24 * 3600

test('[J01] a grant counts from now where no membership is active, and from its end where one is', () => {
  const first = afterGrant(none, 30 * day, 1000)
  expect(first).toEqual({ groupId: vipGroupId, userEndTime: 1000 + 30 * day })
  expect(afterGrant(first, day, 2000)).toEqual({ groupId: vipGroupId, userEndTime: 1000 + 31 * day })
  expect(afterGrant(first, day, 1000 + 90 * day)).toEqual({ groupId: vipGroupId, userEndTime: 1000 + 91 * day })
})

test('[J01] a grant does not give a membership without an end one', () => {
  const endless = { groupId: vipGroupId, userEndTime: 0 }
  expect(afterGrant(endless, day, 1000)).toEqual(endless)
})

test('[J01] a revoke ends a membership, and changes no other group', () => {
  expect(afterRevoke(afterGrant(none, day, 1000))).toEqual(none)
  expect(afterRevoke({ groupId: 7, userEndTime: 0 })).toEqual({ groupId: 7, userEndTime: 0 })
})

test('[J01] in any order of grants and revokes, what is left of a membership is what was granted less what has passed', () => {
  const step = fc.record({
    waitSec: fc.nat({ max: 60 * day }),
    /** Null revokes. */
    grantedSec: fc.option(fc.integer({ min: 1, max: 3650 * day }), { freq: 4 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let [membership, leftSec, nowSec] = [none, 0, 1_795_000_000]
      for (const { waitSec, grantedSec } of steps) {
        nowSec += waitSec
        leftSec = Math.max(0, leftSec - waitSec)
        membership = grantedSec === null ? afterRevoke(membership) : afterGrant(membership, grantedSec, nowSec)
        leftSec = grantedSec === null ? 0 : leftSec + grantedSec
        expect(Math.max(0, membership.userEndTime - nowSec)).toBe(leftSec)
        expect(isVip(membership, nowSec)).toBe(leftSec > 0)
      }
    }),
  )
})
