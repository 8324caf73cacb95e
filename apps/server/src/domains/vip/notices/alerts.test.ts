import { userOrderRefund } from '@yunmu/contract'
import { beforeEach, expect, test } from 'vitest'
import { billDay } from '../reconciliation/bill-rules.ts'
import { openSellingStation, type SellingStation } from '../vip-station.fixture.ts'

/** What operators are told. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
  await s.t.makeOperator('bao')
})

const titlesOf = async (part: string): Promise<number> => {
  const { messages } = await s.t.station.messages.exportOf(s.t.people.bao.userId)
  return messages.filter(({ title }) => title.includes(part)).length
}

test('[J04] operators are told of each refund that fails and each payment of a wrong amount, and once of each', async () => {
  await s.t.platform.jobs.start()
  const { no } = await s.buy('lin')
  s.bank.refundState = 'failed'
  await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })
  await expect.poll(() => titlesOf('退款没有成功')).toBe(1)
  s.passSec(600)
  await s.t.station.vip.operator.orders.refund(no)
  await expect.poll(() => titlesOf('退款没有成功')).toBe(2)
  const wrong = await s.order('lin')
  const report = (providerRef: string) =>
    s.bank.report('paid', wrong.no, { providerRef, eventKey: providerRef, money: { minor: 1, currency: 'CNY' } })
  for (const providerRef of ['T-1', 'T-1', 'T-2']) await s.notify(report(providerRef))
  await expect.poll(() => titlesOf('金额与订单不符')).toBe(2)
})

test('[J04] the operator has a mail of what waits at once, and one of what follows within some minutes', async () => {
  await s.t.station.site.write({ email: 'boss@example.com' })
  await s.t.platform.jobs.start()
  const subjects = async (): Promise<string[]> =>
    (await s.t.station.mailer.list(100)).filter(({ to }) => to === 'boss@example.com').map(({ subject }) => subject)
  const fail = async () => {
    const { no } = await s.buy('lin')
    s.bank.refundState = 'failed'
    await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })
  }
  await fail()
  await expect.poll(subjects).toEqual([expect.stringContaining('退款没有成功')])
  await fail()
  await fail()
  await expect.poll(() => titlesOf('退款没有成功')).toBe(3)
  expect(await subjects()).toHaveLength(1)
  s.passSec(300)
  await s.run('vip.alertMail')
  await s.run('vip.alertMail')
  const all = await subjects()
  expect(all).toHaveLength(2)
  expect(all).toContainEqual(expect.stringContaining('2 件事等你处理'))
})

test('[J04] operators are told of each gateway whose bill of a day differs', async () => {
  const found = s.bank.gateways.find
  const money = { minor: 2990, currency: 'CNY' as const }
  const row = { no: '20261118ABCDEFGHJK', providerRef: 'T1', money, kind: 'paid' as const, refundNo: '', eventKey: '' }
  s.bank.bills.set(billDay(Math.floor(s.t.clock.nowMs() / 1000)), [row])
  s.bank.gateways.find = async (id) => {
    const gateway = await found('stripe')
    return gateway && (id === 'stripe' || id === 'epay') ? { ...gateway, id } : null
  }
  await s.run('vip.bills')
  await s.t.platform.jobs.start()
  await expect.poll(() => titlesOf('账单和订单对不上')).toBe(2)
})
