import { beforeEach, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** What gateways report of orders, in orders and amounts that do not fit. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const operator = () => s.t.station.vip.operator
const find = async (no: string) => (await operator().orders.find(no))?.order
const yuan = (minor: number) => ({ minor, currency: 'CNY' as const })

test.each(['refunded', 'charged_back', 'chargeback_won'] as const)(
  '[J04] a payment of a wrong amount gives nothing when the gateway reports it as %s',
  async (kind) => {
    const { no } = await s.order('lin')
    await s.notify(s.bank.report('paid', no, { money: yuan(1) }))
    // Some gateways report the amount of the order with a charge-back.
    for (const money of [yuan(1), yuan(2990)]) await s.notify(s.bank.report(kind, no, { money }))
    expect(await s.leftSec('lin')).toBe(0)
    // A charge-back that was won leaves the money here.
    const hold = kind === 'chargeback_won' ? 'amount_mismatch' : ''
    expect(await find(no)).toMatchObject({ state: 'pending', hold, receiptNo: null })
  },
)

test('[J04] a partial refund that is reported before its payment gives nothing, and counts when the payment is reported', async () => {
  const { no } = await s.order('lin')
  await s.notify(s.bank.report('refunded', no, { money: yuan(299) }))
  expect(await s.leftSec('lin')).toBe(0)
  await s.notify(s.bank.report('paid', no))
  expect(await s.leftSec('lin')).toBe(month * 0.9)
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 299 })
})

test('[J04] a part that the merchant pays back takes its share of the time, also where the gateway numbers it', async () => {
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('refunded', no, { money: yuan(299), refundNo: 'BANK0001' }))
  expect(await s.leftSec('lin')).toBe(month * 0.9)
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 299 })
})

test('[J04] an order whose payment of a wrong amount went back is not asked about for ever, but expires', async () => {
  const { no } = await s.order('lin')
  await s.notify(s.bank.pay(no, { money: yuan(1) }))
  await s.notify(s.bank.report('refunded', no, { money: yuan(1) }))
  s.passSec(1801)
  await s.run('vip.ask')
  expect(await find(no)).toMatchObject({ state: 'expired', hold: '' })
})

const alertsOf = async (): Promise<string[]> => {
  const { messages } = await s.t.station.messages.exportOf(s.t.people.bao.userId)
  return messages.map(({ title }) => title)
}

test('[J04] a charge-back after a refund takes nothing more of what was bought besides, and operators are told', async () => {
  await s.t.makeOperator('bao')
  const [first, second] = [await s.buy('lin'), await s.buy('lin')]
  await operator().orders.refund(first.no)
  await s.t.platform.jobs.start()
  await expect.poll(() => s.stateOf(first.no)).toBe('refunded')
  await s.notify(s.bank.report('charged_back', first.no))
  expect(await find(first.no)).toMatchObject({ state: 'charged_back', hold: 'chargeback' })
  expect(await s.leftSec('lin')).toBe(month)
  expect(await s.stateOf(second.no)).toBe('fulfilled')
  await expect.poll(alertsOf).toContain('付款被撤回，请到支付平台核对')
  await s.notify(s.bank.report('chargeback_won', first.no))
  expect(await find(first.no)).toMatchObject({ state: 'refunded', hold: '' })
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] a charge-back after a partial refund takes the rest', async () => {
  const { no } = await s.buy('lin')
  await s.buy('lin')
  await s.notify(s.bank.report('refunded', no, { money: yuan(299) }))
  await s.notify(s.bank.report('charged_back', no))
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] a charge-back of money without an account is stored and held', async () => {
  const { no } = await s.order('lin')
  await s.t.platform.pool.query("update vip_order set user_id = null, state = 'closed' where no = $1", [no])
  await s.notify(s.bank.report('paid', no))
  await s.notify(s.bank.report('charged_back', no))
  expect(await find(no)).toMatchObject({ state: 'charged_back', hold: 'chargeback' })
  await s.notify(s.bank.report('chargeback_won', no))
  expect(await find(no)).toMatchObject({ state: 'late_paid', hold: 'no_account' })
})

test('[J04] operators are told of a charge-back of what was never credited', async () => {
  await s.t.makeOperator('bao')
  const { no } = await s.order('lin')
  await s.notify(s.bank.report('charged_back', no, { money: yuan(1) }))
  await s.t.platform.jobs.start()
  await expect.poll(alertsOf).toContain('付款被撤回，请到支付平台核对')
})

test('[J01] a refund takes its order’s time back, also on a host whose clock is behind', async () => {
  const { no } = await s.buy('lin')
  s.passSec(-5)
  await s.notify(s.bank.report('refunded', no))
  s.passSec(5)
  expect(await s.stateOf(no)).toBe('refunded')
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] a payment that must go back stays held when another payment credits the order, or a refund is asked for', async () => {
  const { no } = await s.order('lin')
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-wrong', money: yuan(1) }))
  await s.notify(s.bank.report('paid', no))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'amount_mismatch' })
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
  await s.notify(s.bank.report('refunded', no, { providerRef: 'T-wrong', money: yuan(1) }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'double' })
  await s.notify(s.bank.report('refunded', no, { providerRef: 'T-second' }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '' })
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] a second payment of which a part went back stays held until the rest has', async () => {
  const { no } = await s.buy('lin')
  const second = { providerRef: 'T-second' }
  await s.notify(s.bank.report('paid', no, second))
  await s.notify(s.bank.report('refunded', no, { ...second, money: yuan(100) }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'double' })
  await s.notify(s.bank.report('refunded', no, { ...second, money: yuan(2890) }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '' })
})

test('[J04] a second payment does not hide that a refund was asked for', async () => {
  const { no } = await s.buy('lin')
  await s.t.platform.pool.query("update vip_order set state = 'refunding', hold = 'refund_asked' where no = $1", [no])
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
  await s.notify(s.bank.report('refunded', no, { providerRef: 'T-second' }))
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_asked' })
})

test('[J04] what is sent of somebody whose account was deleted is not kept, and nothing is kept for ever', async () => {
  const [mine, gone] = [await s.order('lin'), await s.order('mei')]
  await s.t.platform.pool.query("update vip_order set user_id = null, state = 'closed' where no = $1", [gone.no])
  for (const { no } of [mine, gone]) await s.notify(s.bank.report('paid', no))
  const kept = async () =>
    (await s.t.platform.pool.query('select order_no from payment_event where raw is not null')).rows
  expect(await kept()).toEqual([{ order_no: mine.no }])
  s.passSec(179 * 24 * 3600)
  await s.run('vip.forget')
  expect(await kept()).toHaveLength(1)
  s.passSec(2 * 24 * 3600)
  await s.run('vip.forget')
  expect(await kept()).toEqual([])
})
