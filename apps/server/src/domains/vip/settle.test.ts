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
    expect(await find(no)).toMatchObject({ state: 'pending', hold: '', receiptNo: null })
  },
)

test('[J04] a partial refund that is reported before its payment gives nothing, and counts when the payment is reported', async () => {
  const { no } = await s.order('lin')
  await s.notify(s.bank.report('refunded', no, { money: yuan(299) }))
  expect(await s.leftSec('lin')).toBe(0)
  await s.notify(s.bank.report('paid', no))
  expect(await s.leftSec('lin')).toBe(month * 0.9)
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 299 })
})
