import { beforeEach, expect, test } from 'vitest'
import { billDay } from './reconciliation/bill-rules.ts'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** The operator's hand on orders. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const operator = () => s.t.station.vip.operator

test('[J04] the operator does not confirm what the gateway does not confirm', async () => {
  const { no } = await s.order('lin')
  expect(await operator().orders.confirm(no)).toBe('not paid')
  s.bank.isReachable = false
  expect(await operator().orders.confirm(no)).toBe('unreachable')
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] a payment that the operator confirmed first is not paid back when its notification arrives', async () => {
  const { no } = await s.order('lin')
  const paid = s.bank.pay(no)
  expect(await operator().orders.confirm(no)).toBe('credited')
  await s.notify(paid)
  await s.notify({ ...paid, eventKey: 'another' })
  expect(await operator().orders.find(no)).toMatchObject({ order: { state: 'fulfilled', hold: '' } })
  expect((await operator().orders.find(no))?.events.map(({ verdict }) => verdict)).not.toContain('double')
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] an order whose gateway is not configured is not confirmed', async () => {
  const { no } = await s.order('lin')
  s.bank.gateways.find = async () => null
  expect(await operator().orders.confirm(no)).toBe('no gateway')
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] the operator rejects what waits: an open order ends, and held payments count as paid back', async () => {
  const [wrong, proved, open] = [await s.order('lin'), await s.order('mei'), await s.order('bao')]
  await s.notify(s.bank.report('paid', wrong.no, { money: { minor: 1, currency: 'CNY' } }))
  await s.t.platform.pool.query("update vip_order set proof = 'a picture' where no = $1", [proved.no])
  expect(await operator().orders.reject(open.no)).toBeNull()
  expect(await operator().orders.reject(wrong.no)).toMatchObject({ state: 'closed', hold: '' })
  expect(await operator().orders.reject(proved.no)).toMatchObject({ state: 'closed' })
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
  expect(await operator().orders.reject(no)).toMatchObject({ state: 'fulfilled', hold: '' })
  expect((await operator().orders.find(no))?.audit).toMatchObject([{ act: 'order rejected', after: { paidBack: 1 } }])
})

test('[J04] the audit of a confirmation says what the order became', async () => {
  const { no } = await s.order('lin')
  await s.t.platform.pool.query("update vip_order set user_id = null, state = 'closed' where no = $1", [no])
  s.bank.pay(no)
  expect(await operator().orders.confirm(no)).toBe('no_account')
  expect((await operator().orders.find(no))?.audit).toMatchObject([
    { after: { state: 'late_paid', verdict: 'no_account' } },
  ])
})

test('[J04] all orders and entries are exported, oldest first, more than are read at once', async () => {
  const { pool } = s.t.platform
  const { userId } = s.t.people.lin
  await pool.query(
    `insert into vip_order (no, user_id, plan_id, name, days, amount, currency, method_id, gateway, key, state,
        created_sec, expires_sec)
      select no, $1, $2, '月卡', 30, 2990, 'CNY', 3, 'stripe', no, 'closed', n, n + 1
      from (select n, '20261118' || lpad(n::text, 10, '0') as no from generate_series(1, 2001) as n) as made`,
    [userId, s.planId],
  )
  await pool.query(
    `insert into vip_entry (user_id, kind, ref, seconds, at_sec, actor)
      select $1, 'gift', n::text, 1, n, 'operator' from generate_series(1, 2001) as n`,
    [userId],
  )
  const orders: number[] = []
  for await (const { createdSec } of operator().orders.all()) orders.push(createdSec)
  const entries: number[] = []
  for await (const { kind, atSec } of operator().ledger()) if (kind === 'gift') entries.push(atSec)
  const all = Array.from({ length: 2001 }, (_, at) => at + 1)
  expect(orders).toEqual(all)
  expect(entries).toEqual(all)
})

test('[J04] an order that was charged back waits until the operator accepts the loss', async () => {
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('charged_back', no))
  expect(await operator().orders.list({ isHeld: true }, 10)).toMatchObject([{ no, hold: 'chargeback' }])
  expect(await operator().orders.reject(no)).toMatchObject({ state: 'charged_back', hold: '' })
  expect(await operator().orders.list({ isHeld: true }, 10)).toEqual([])
  expect(await operator().orders.reject(no)).toBeNull()
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] payments without an order are listed with what the gateway said of them', async () => {
  const money = { minor: 1, currency: 'CNY' as const }
  await s.notify(s.bank.report('paid', '20261118ABCDEFGHJK', { money, providerRef: 'T9' }))
  expect(await operator().unknownEvents(10)).toMatchObject([
    { gateway: 'stripe', reportedNo: '20261118ABCDEFGHJK', providerRef: 'T9', amount: 1, currency: 'CNY' },
  ])
})

test('[J04] a difference in a bill is listed until the operator has dealt with it, and does not come back', async () => {
  const money = { minor: 1, currency: 'CNY' as const }
  const row = { no: '20261118ABCDEFGHJK', providerRef: 'T9', money, kind: 'paid' as const, refundNo: '', eventKey: '' }
  s.bank.bills.set(billDay(Math.floor(s.t.clock.nowMs() / 1000)), [row])
  await s.run('vip.bills')
  const [found] = await operator().differences(10)
  expect(found).toMatchObject({ kind: 'only_them', providerRef: 'T9' })
  const id = found?.id ?? 0
  expect(await operator().resolveDifference(id + 1)).toBe(false)
  expect(await operator().resolveDifference(id)).toBe(true)
  expect(await operator().resolveDifference(id)).toBe(false)
  await s.run('vip.bills')
  expect(await operator().differences(10)).toEqual([])
})
