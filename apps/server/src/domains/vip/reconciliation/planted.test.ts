import { chinaDay } from '@yunmu/contract/china-time'
import { beforeAll, expect, test } from 'vitest'
import type { BillRow } from '../gateways/gateway.ts'
import { openSellingStation, type SellingStation } from '../vip-station.fixture.ts'

const orders = 600
const amount = 2990
const daySec = 24 * 3600

let s: SellingStation
beforeAll(async () => {
  s = await openSellingStation()
})

/** Orders of the day before, as the station has them: each third was refunded, wholly or in part. */
async function storeOrders(daySec: number): Promise<void> {
  await s.t.platform.pool.query(
    `insert into vip_order (no, user_id, plan_id, name, days, amount, currency, method_id, gateway, key, state,
        created_sec, expires_sec, paid_sec, paid_ref, receipt_no, refunded_sec, refund_amount, refund_count)
      select no, $1, $2, '月卡', 30, $3, 'CNY', 3, 'stripe', no, case when n % 3 = 0 then 'refunded' else 'fulfilled' end,
        at, at + 1800, at + 60, 'T' || no, '2026-' || lpad(n::text, 6, '0'),
        case when n % 3 = 0 then at + 600 else 0 end, case when n % 3 = 0 then 1000 + n else 0 end,
        case when n % 3 = 0 then 1 else 0 end
      from (select n, $4::bigint + n as at, '20261118' || lpad(n::text, 10, '0') as no
        from generate_series(1, $5::int) as n) as made`,
    [s.t.people.lin.userId, s.planId, amount, daySec, orders],
  )
  await s.t.platform.pool.query(
    `insert into payment_event (gateway, event_key, order_no, verdict, provider_ref, refund_no, amount, currency, received_sec)
      select gateway, 'refund of ' || no, no, 'refund', paid_ref, no || 'R', refund_amount, currency, refunded_sec
      from vip_order where refund_count > 0 and no like '20261118%'`,
  )
}

const noOf = (n: number): string => `20261118${String(n).padStart(10, '0')}`
const row = (n: number, kind: BillRow['kind'], minor: number, change: Partial<BillRow> = {}): BillRow => ({
  no: noOf(n),
  providerRef: `T${noOf(n)}`,
  money: { minor, currency: 'CNY' },
  kind,
  refundNo: kind === 'refunded' ? `${noOf(n)}R` : '',
  eventKey: '',
  ...change,
})

/** The bill of the bank, with differences planted, and what has to be named. */
function planted(): { bill: BillRow[]; named: string[] } {
  const bill: BillRow[] = []
  const named: string[] = []
  const say = (kind: string, flow: string, n: number, ours: number, theirs: number): void =>
    void named.push(`${kind} ${flow} ${noOf(n)} ${ours} ${theirs}`)
  for (let n = 1; n <= orders; n++) {
    const refunded = n % 3 === 0 ? 1000 + n : 0
    // Twenty-five of each: a payment that they do not have, of another amount, in another currency, and a second one.
    const fault = n % 24
    if (fault === 1) say('only_us', 'paid', n, amount, 0)
    else if (fault === 2) {
      bill.push(row(n, 'paid', amount + n))
      say('amount', 'paid', n, amount, amount + n)
    } else if (fault === 4) {
      bill.push(row(n, 'paid', amount, { money: { minor: amount, currency: 'EUR' } }))
      say('amount', 'paid', n, amount, amount)
    } else bill.push(row(n, 'paid', amount))
    if (fault === 5) {
      bill.push(row(n, 'paid', amount, { providerRef: `second of ${n}` }))
      say('only_them', 'paid', n, 0, amount)
    }
    // And a refund that they do not have, of another amount, and one that we do not have; an order that is not ours.
    if (fault === 6) say('only_us', 'refunded', n, refunded, 0)
    else if (fault === 9) {
      bill.push(row(n, 'refunded', refunded + 1))
      say('amount', 'refunded', n, refunded, refunded + 1)
    } else if (refunded > 0) bill.push(row(n, 'refunded', refunded, n % 2 === 0 ? { refundNo: '' } : {}))
    if (fault === 7) {
      bill.push(row(n, 'refunded', amount, { refundNo: '' }))
      say('only_them', 'refunded', n, 0, amount)
    }
    if (fault === 8) {
      bill.push(row(9_000_000 + n, 'paid', amount))
      say('only_them', 'paid', 9_000_000 + n, 0, amount)
    }
  }
  return { bill, named }
}

test('[J04] two hundred planted differences between a day’s bill and the orders are all named, once, and no others', async () => {
  const nowSec = Date.parse(`${chinaDay(Math.floor(s.t.clock.nowMs() / 1000))}T12:00:00+08:00`) / 1000
  s.t.clock.set(nowSec * 1000)
  await storeOrders(nowSec - daySec)
  const { bill, named } = planted()
  expect(named).toHaveLength(200)
  s.bank.bills.set(chinaDay(nowSec - daySec), bill.toReversed())
  // A second run adds nothing.
  for (let time = 0; time < 2; time++) {
    await s.run('vip.bills')
    const found = await s.t.station.vip.operator.differences(1000)
    const texts = found.map(({ kind, flow, no, ours, theirs }) => `${kind} ${flow} ${no} ${ours} ${theirs}`)
    expect(texts.toSorted()).toEqual(named.toSorted())
    expect(found.every(({ day }) => day === chinaDay(nowSec - daySec))).toBe(true)
  }
})
