import { expect, test } from 'vitest'
import { refusalOf, refusals, replyCode } from './refusals.ts'
import * as constants from './constants.ts'

test('[L01] every constant of the specification has its value', () => {
  expect(constants).toMatchObject({
    searchHistoryLimit: 10,
    hotKeywordCount: 6,
    hotKeywordHighlighted: 4,
    cacheRuleSec: { 60: 3600, 10: 600, 5: 300, 1: 60 },
    navListRule: 60,
    categoryListRule: 60,
    hotKeywordRule: 60,
    bulletinRule: 10,
    anchorListRule: 5,
    messageCount: { bulletinCheck: 1, subscribedLive: 5, list: 10 },
    liveListCount: 12,
    watchHistoryDropdown: 3,
    timeLabelSec: { justNow: 10, today: 86_400, dayBefore: 172_800 },
    scrollThresholdPx: 200,
    progressBarMs: 500,
    vipGroupId: 3,
    plansPerRow: 3,
    priceUnit: 100,
    paymentMethod: { confirmFirst: [1, 2], qrPanel: 4 },
    scriptValues: ['t', 's'],
    themeValues: ['w', 'b'],
    hiddenTypeEn: 'chengren',
    tvPidIds: [1, 6],
  })
})

test('[K05] the codes are those of the specification', () => {
  expect(Object.values(replyCode)).toEqual([0, 7, 11, 12, 13, 14, 15, 16, 17])
})

test('[J02] who is not logged in is told so in the words of the specification', () => {
  expect(refusalOf('LoginNeeded')).toEqual({ code: 12, msg: '请先登录用户!', status: 200 })
})

test('[K06] every refusal that a person sees has a sentence, and only quiet codes have none', () => {
  for (const { code, msg } of Object.values(refusals)) expect(msg === '').toBe(code === replyCode.alreadySo)
})

test('[J05] a VIP is in the VIP group and not past the end, if there is one', () => {
  const at = (groupId: number, userEndTime: number): boolean => constants.isVip({ groupId, userEndTime }, 10)
  expect([at(2, 0), at(2, 11), at(constants.vipGroupId, 10)]).toEqual([false, false, false])
  expect([at(constants.vipGroupId, 11), at(constants.vipGroupId, 0)]).toEqual([true, true])
})
