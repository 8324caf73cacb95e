import { vipGroupId } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { columnsOf } from './membership-rules.ts'

const none = { groupId: 2, userEndTime: 0 }
const vip = { groupId: vipGroupId, userEndTime: 1000 }

test('[J01] a membership that is over leaves who is in no VIP group where they are', () => {
  expect(columnsOf({ groupId: 7, userEndTime: 0 }, none)).toEqual({ groupId: 7, userEndTime: 0 })
})

test('[J01] the columns hold the membership of the ledger', () => {
  expect(columnsOf(none, vip)).toEqual(vip)
  expect(columnsOf({ groupId: 7, userEndTime: 0 }, vip)).toEqual(vip)
  expect(columnsOf(vip, none)).toEqual(none)
})
