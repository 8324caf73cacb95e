import { expect, test } from 'vitest'
import { refusalOf, refusals, replyCode } from './refusals.ts'
import { isVip, vipGroupId } from './constants.ts'

test('the codes are those of the specification', () => {
  expect(Object.values(replyCode)).toEqual([0, 7, 11, 12, 13, 14, 15, 16, 17])
})

test("[D10] a visitor is asked to log in with the specification's text", () => {
  expect(refusalOf('LoginNeeded')).toEqual({ code: 12, msg: '请先登录用户!', status: 200 })
})

test('[K05] every visible refusal has a message, and only quiet codes have none', () => {
  for (const { code, msg } of Object.values(refusals)) expect(msg === '').toBe(code === replyCode.alreadySo)
})

test('[J01] [L01] a VIP is in the VIP group and not past the end, if there is one', () => {
  const at = (groupId: number, userEndTime: number): boolean => isVip({ groupId, userEndTime }, 10)
  expect(vipGroupId).toBe(3)
  expect([at(2, 0), at(2, 11), at(vipGroupId, 10)]).toEqual([false, false, false])
  expect([at(vipGroupId, 11), at(vipGroupId, 0)]).toEqual([true, true])
})
