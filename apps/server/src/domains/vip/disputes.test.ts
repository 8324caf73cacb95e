import { userOrderRefund } from '@yunmu/contract'
import { beforeEach, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** Charge-backs that follow each other, meet refunds, or concern one of two payments. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const operator = () => s.t.station.vip.operator
const find = async (no: string) => (await operator().orders.find(no))?.order
const dispute = (kind: 'charged_back' | 'chargeback_won', no: string, id: string) =>
  s.notify(s.bank.report(kind, no, { dispute: id, eventKey: `${kind}:${id}` }))
const alertsOf = async (): Promise<number> => {
  const { messages } = await s.t.station.messages.exportOf(s.t.people.bao.userId)
  return messages.filter(({ title }) => title === '付款被撤回，请到支付平台核对').length
}

test('[J04] a second charge-back after a won one takes the days again, and operators are told of both', async () => {
  await s.t.makeOperator('bao')
  const { no } = await s.buy('lin')
  await dispute('charged_back', no, 'dp_1')
  await dispute('chargeback_won', no, 'dp_1')
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '' })
  expect(await s.leftSec('lin')).toBe(month)
  await dispute('charged_back', no, 'dp_2')
  expect(await find(no)).toMatchObject({ state: 'charged_back', hold: 'chargeback' })
  expect(await s.leftSec('lin')).toBe(0)
  await s.t.platform.jobs.start()
  await expect.poll(alertsOf).toBe(2)
  await dispute('chargeback_won', no, 'dp_2')
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] the days come back when no charge-back stands any more', async () => {
  const { no } = await s.buy('lin')
  for (const id of ['dp_1', 'dp_2']) await dispute('charged_back', no, id)
  await dispute('chargeback_won', no, 'dp_1')
  expect(await s.stateOf(no)).toBe('charged_back')
  expect(await s.leftSec('lin')).toBe(0)
  await dispute('chargeback_won', no, 'dp_2')
  expect(await s.stateOf(no)).toBe('fulfilled')
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] a charge-back of a second payment that was won hides no charge-back of the first', async () => {
  const { no } = await s.buy('lin')
  const second = { providerRef: 'T-second' }
  await s.notify(s.bank.report('paid', no, second))
  await s.notify(s.bank.report('charged_back', no, second))
  await s.notify(s.bank.report('chargeback_won', no, second))
  expect(await s.leftSec('lin')).toBe(month)
  await s.notify(s.bank.report('charged_back', no))
  expect(await s.stateOf(no)).toBe('charged_back')
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] a refund that was asked for waits again after a charge-back that was won', async () => {
  const { no } = await s.buy('lin')
  // Nothing is unused: the operator decides.
  s.passSec(month)
  await s.t.station.site.write({ vip_cooling_off_days: 60 })
  await s.t.make(userOrderRefund, { no, reason: '没看成' }, { as: 'lin' })
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_asked' })
  await dispute('charged_back', no, 'dp_1')
  expect(await find(no)).toMatchObject({ state: 'charged_back', hold: 'chargeback' })
  await dispute('chargeback_won', no, 'dp_1')
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_asked' })
})

test('[J04] what was refunded during a charge-back stays refunded when it is won, and its days are not given back', async () => {
  const [first, second] = [await s.buy('lin'), await s.buy('bao')]
  for (const { no } of [first, second]) await dispute('charged_back', no, `dp_${no}`)
  await s.notify(s.bank.report('refunded', first.no))
  await s.notify(s.bank.report('refunded', second.no, { money: { minor: 299, currency: 'CNY' } }))
  expect(await find(first.no)).toMatchObject({ state: 'charged_back', refundAmount: 2990 })
  for (const { no } of [first, second]) await dispute('chargeback_won', no, `dp_${no}`)
  expect(await find(first.no)).toMatchObject({ state: 'refunded' })
  expect(await find(second.no)).toMatchObject({ state: 'fulfilled', refundAmount: 299 })
  expect([await s.leftSec('lin'), await s.leftSec('bao')]).toEqual([0, month * 0.9])
})

test('[J04] what was refunded before a payment was known stays refunded when its charge-back is won', async () => {
  const { no } = await s.order('lin')
  await s.notify(s.bank.report('refunded', no, { money: { minor: 299, currency: 'CNY' }, eventKey: 'refund:early' }))
  await dispute('charged_back', no, 'dp_1')
  expect(await find(no)).toMatchObject({ state: 'charged_back', refundAmount: 299 })
  expect(await s.leftSec('lin')).toBe(0)
  await dispute('chargeback_won', no, 'dp_1')
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 299 })
  expect(await s.leftSec('lin')).toBe(month * 0.9)
})

test('[J04] a second payment whose charge-back was won before it was reported still waits to go back', async () => {
  const { no } = await s.buy('lin')
  const second = { providerRef: 'T-second' }
  await s.notify(s.bank.report('paid', no, second))
  await s.notify(s.bank.report('chargeback_won', no, { ...second, dispute: 'dp_1', eventKey: 'won:dp_1' }))
  await s.notify(s.bank.report('charged_back', no, { ...second, dispute: 'dp_1', eventKey: 'charged:dp_1' }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'double' })
})

test('[J04] a second payment that was charged back waits to go back again once every charge-back is won', async () => {
  const { no } = await s.buy('lin')
  const second = { providerRef: 'T-second' }
  const report = (kind: 'charged_back' | 'chargeback_won', dispute: string) =>
    s.notify(s.bank.report(kind, no, { ...second, dispute, eventKey: `${kind}:${dispute}` }))
  await s.notify(s.bank.report('paid', no, second))
  await report('charged_back', 'dp_1')
  await report('charged_back', 'dp_2')
  expect(await find(no)).toMatchObject({ hold: '' })
  await report('chargeback_won', 'dp_1')
  expect(await find(no)).toMatchObject({ hold: '' })
  await report('chargeback_won', 'dp_2')
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'double' })
  expect(await s.leftSec('lin')).toBe(month)
  await s.notify(s.bank.report('refunded', no, { ...second, eventKey: 'refund:T-second' }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '' })
})
