import { userOrderRefund, userOrders } from '@yunmu/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** Refunds that are asked for, decided, made and failed. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const operator = () => s.t.station.vip.operator

test('[J04] an order whose gateway is not configured does not count as paid back by hand', async () => {
  const { no } = await s.buy('lin')
  s.bank.gateways.find = async () => null
  expect(await operator().orders.refund(no)).toBe('NoGateway')
  expect(await s.stateOf(no)).toBe('fulfilled')
  expect(await s.leftSec('lin')).toBe(month)
})

const find = async (no: string) => (await operator().orders.find(no))?.order
const ask = (no: string) => s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })
const minorOf = () => s.bank.refunded.map(({ minor }) => minor)
const day = 24 * 3600

test('[J04] refunds that are asked for one after another, or at once, pay back unused time once', async () => {
  const [first, second] = [await s.buy('lin'), await s.buy('lin')]
  s.passSec(15 * day)
  await s.t.station.site.write({ vip_cooling_off_days: 60 })
  // 45 days of 60 are left: those of one order, and half of those of the other.
  await Promise.all([ask(first.no), ask(second.no)])
  expect(await s.leftSec('lin')).toBe(0)
  await s.t.platform.jobs.start()
  for (const { no } of [first, second]) await expect.poll(() => s.stateOf(no)).toBe('refunded')
  expect(minorOf().toSorted((one, other) => one - other)).toEqual([1495, 2990])
})

// Some gateways number what the merchant pays back there.
test.each(['', 'BANK0001'])(
  '[J04] a partial refund by the merchant (%j) does not replace one that was decided, and takes nothing more',
  async (refundNo) => {
    const { no } = await s.buy('lin')
    await s.buy('lin')
    s.bank.refundState = 'pending'
    await ask(no)
    await s.notify(s.bank.report('refunded', no, { money: { minor: 500, currency: 'CNY' }, refundNo }))
    expect(await find(no)).toMatchObject({ state: 'refunding', refundAmount: 500, refundPlanned: 2490 })
    expect(await s.leftSec('lin')).toBe(month)
    s.bank.refundState = 'done'
    await s.t.platform.jobs.start()
    await expect.poll(() => s.stateOf(no)).toBe('refunded')
    expect(minorOf()).toEqual([2490])
    expect(await find(no)).toMatchObject({ refundAmount: 2990, refundPlanned: 0 })
    expect(await s.leftSec('lin')).toBe(month)
  },
)

test('[J04] a charge-back that was won continues the refund that it interrupted', async () => {
  const { no } = await s.buy('lin')
  await s.buy('lin')
  await ask(no)
  await s.notify(s.bank.report('charged_back', no))
  expect(await s.leftSec('lin')).toBe(month)
  await s.notify(s.bank.report('chargeback_won', no))
  await s.t.platform.jobs.start()
  await expect.poll(() => s.stateOf(no)).toBe('refunded')
  expect(minorOf()).toEqual([2990])
  expect(await s.leftSec('lin')).toBe(month)
})

test('[J04] an order without an account whose refund failed and was declined stays paid late, and held', async () => {
  const { no } = await s.order('lin')
  await s.t.platform.pool.query("update vip_order set user_id = null, state = 'closed' where no = $1", [no])
  await s.notify(s.bank.report('paid', no))
  s.bank.refundState = 'failed'
  await operator().orders.refund(no)
  await s.t.platform.jobs.start()
  await expect.poll(async () => (await find(no))?.hold).toBe('refund_failed')
  expect(await operator().orders.declineRefund(no)).toMatchObject({ state: 'late_paid', hold: 'no_account' })
})

test('[J04] a refund whose job was lost is tried again, and one that does not end waits for the operator', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'pending'
  await ask(no)
  // No process runs jobs.
  await s.run('vip.refunds')
  expect(s.bank.refunded).toHaveLength(1)
  s.passSec(600)
  await s.t.platform.pool.query('update vip_order set refund_tries = 432 where no = $1', [no])
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_failed', refundPlanned: 2990 })
  expect(await operator().orders.declineRefund(no)).toBeNull()
  s.passSec(600)
  await s.run('vip.refunds')
  expect(await operator().orders.refund(no, { amount: 5 })).toBe('AmountInvalid')
  s.bank.refundState = 'done'
  expect(await operator().orders.refund(no)).toMatchObject({ state: 'refunding' })
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 2990, hold: '' })
  expect(s.bank.refunded).toEqual([{ no, refundNo: `${no}R`, minor: 2990 }])
})

test('[J04] a second refund of an order has a number of its own', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'failed'
  await ask(no)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_failed', refundPlanned: 0 })
  expect(await s.leftSec('lin')).toBe(month)
  s.bank.refundState = 'done'
  s.passSec(600)
  await operator().orders.refund(no)
  await s.run('vip.refunds')
  expect(s.bank.refunded).toEqual([{ no, refundNo: `${no}R2`, minor: 2990 }])
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] the refund of a second payment is tried again until it is done, also if its job was lost', async () => {
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: 'double' })
  // No process runs jobs.
  await s.run('vip.doubles')
  expect(s.bank.refunded).toEqual([])
  s.passSec(600)
  s.bank.refundState = 'pending'
  await s.run('vip.doubles')
  expect(await find(no)).toMatchObject({ hold: 'double' })
  s.bank.refundState = 'done'
  await s.run('vip.doubles')
  await s.run('vip.doubles')
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '' })
  expect(minorOf()).toEqual([2990])
  expect(await s.leftSec('lin')).toBe(month - 600)
})

test('[J04] the refund of a second payment that does not end is given up after three days', async () => {
  const { no } = await s.buy('lin')
  await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
  s.passSec(3 * day + 600)
  await s.run('vip.doubles')
  expect(s.bank.refunded).toEqual([])
  expect(await find(no)).toMatchObject({ hold: 'double' })
})

test('[J04] whose membership a refund ended has no message of its end', async () => {
  const { no } = await s.buy('lin')
  s.passSec(day)
  await ask(no)
  s.passSec(60)
  await s.run('vip.endNotices')
  expect((await s.t.station.messages.exportOf(s.t.people.lin.userId)).messages).toEqual([])
})

test('[J04] a refund that the gateway made and answered with an error is repeated with its number', async () => {
  const { no } = await s.buy('lin')
  s.passSec(15 * day)
  await s.t.station.site.write({ vip_cooling_off_days: 60 })
  s.bank.refundState = 'unclear'
  await ask(no)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: '', refundPlanned: 1495 })
  expect(await s.leftSec('lin')).toBe(0)
  s.bank.refundState = 'done'
  s.passSec(600)
  await s.run('vip.refunds')
  expect(s.bank.refunded).toEqual([{ no, refundNo: `${no}R`, minor: 1495 }])
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 1495 })
})

test('[J04] before a refund has another number the gateway is asked what became of the one before', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'failed'
  await ask(no)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ hold: 'refund_failed', refundPlanned: 0 })
  // It was made nevertheless.
  s.bank.refunded.push({ no, refundNo: `${no}R`, minor: 2990 })
  s.bank.refundState = 'done'
  s.bank.isReachable = false
  expect(await operator().orders.refund(no)).toBe('Unclear')
  s.bank.isReachable = true
  expect(await operator().orders.refund(no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
  s.passSec(600)
  await s.run('vip.refunds')
  expect(s.bank.refunded).toHaveLength(1)
})

test('[J04] a refund whose job and schedule run at once is requested once', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'pending'
  await ask(no)
  const { promise, resolve } = Promise.withResolvers<void>()
  s.bank.refunding = promise
  const both = [s.run('vip.refunds'), s.run('vip.refunds')]
  resolve()
  await Promise.all(both)
  expect(s.bank.refundRequests).toBe(1)
})

test('[J04] a refund that failed and was made nevertheless takes the days again', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'failed'
  await ask(no)
  await s.run('vip.refunds')
  expect(await s.leftSec('lin')).toBe(month)
  await s.notify(s.bank.report('refunded', no, { refundNo: `${no}R` }))
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 2990, hold: '' })
  expect(await s.leftSec('lin')).toBe(0)
})

test('[J04] a refund that failed gives back less what the merchant refunded meanwhile', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'pending'
  await ask(no)
  await s.notify(s.bank.report('refunded', no, { money: { minor: 299, currency: 'CNY' } }))
  expect(await find(no)).toMatchObject({ refundPlanned: 2691 })
  s.bank.refundState = 'failed'
  s.passSec(600)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ hold: 'refund_failed', refundPlanned: 0, refundAmount: 299 })
  // Less the ten minutes in which it was taken.
  expect(await s.leftSec('lin')).toBe(month * 0.9)
})

describe('a refund by the merchant under a number of the gateway', () => {
  const byMerchant = (no: string, minor: number, eventKey = 'refund:5000') =>
    s.notify(s.bank.report('refunded', no, { money: { minor, currency: 'CNY' }, refundNo: 'BANKdeadbeef', eventKey }))

  test('[J04] takes its share, and leaves the order as it is until all is paid back', async () => {
    const { no } = await s.buy('lin')
    await byMerchant(no, 299)
    expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 299 })
    expect(await s.leftSec('lin')).toBe(month * 0.9)
    expect(await s.t.make(userOrders, { page: 1, size: 10 }, { as: 'lin' })).toMatchObject({
      data: { list: [{ no, state: 'fulfilled', refundable: true }] },
    })
    await byMerchant(no, 2691, 'refund:5001')
    expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
    expect(await s.leftSec('lin')).toBe(0)
  })

  test('[J04] does not replace one that was decided', async () => {
    const { no } = await s.buy('lin')
    s.bank.refundState = 'pending'
    await ask(no)
    await byMerchant(no, 100)
    expect(await find(no)).toMatchObject({ state: 'refunding', refundPlanned: 2890, refundAmount: 100 })
  })

  test('[J04] counts for each of two orders, though the gateway gave both one number', async () => {
    const [first, second] = [await s.buy('lin'), await s.buy('lin')]
    await byMerchant(first.no, 2990)
    await byMerchant(second.no, 2990, 'refund:5001')
    expect([await s.stateOf(first.no), await s.stateOf(second.no)]).toEqual(['refunded', 'refunded'])
    expect(await s.leftSec('lin')).toBe(0)
  })

  test('[J04] of a part leaves the rest to be refunded by the operator and the person', async () => {
    const [first, second] = [await s.buy('lin'), await s.buy('bao')]
    for (const { no } of [first, second]) await byMerchant(no, 299, `refund:${no}`)
    expect(await operator().orders.refund(first.no, { amount: 500 })).toMatchObject({
      state: 'refunding',
      refundPlanned: 500,
    })
    expect(await s.t.make(userOrderRefund, { no: second.no, reason: '' }, { as: 'bao' })).toMatchObject({
      data: { order: { state: 'refunding' } },
    })
    await s.run('vip.refunds')
    expect(await find(first.no)).toMatchObject({ state: 'fulfilled', refundAmount: 799 })
    expect(await find(second.no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
    // Three days, and the whole days of five.
    expect([await s.leftSec('lin'), await s.leftSec('bao')]).toEqual([22 * day, 0])
  })

  test('[J04] takes nothing from other orders when the rest is refunded', async () => {
    const { no } = await s.buy('lin')
    await s.buy('lin')
    await byMerchant(no, 1495)
    await operator().orders.refund(no)
    expect(await s.leftSec('lin')).toBe(month)
  })
})

/** Memberships without an end are of before the ledger. */
const makeEndless = () =>
  s.t.platform.pool.query(
    `insert into vip_entry (user_id, kind, ref, seconds, at_sec, actor) values ($1, 'import', 'x', null, 1, 'station')`,
    [s.t.people.lin.userId],
  )

describe('where the operator pays back by hand', () => {
  beforeEach(() => {
    const { find: found } = s.bank.gateways
    s.bank.gateways.find = async (id) => {
      const gateway = await found(id)
      return gateway && { ...gateway, refund: null, findRefund: null }
    }
  })

  test('[J04] a refund is that of the day on which it was asked for, and the rest cannot be used meanwhile', async () => {
    await s.t.station.site.write({ vip_cooling_off_days: 60 })
    const { no } = await s.buy('lin')
    s.passSec(2 * day)
    await ask(no)
    expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_asked', refundPlanned: 2790 })
    expect(await s.leftSec('lin')).toBe(0)
    s.passSec(40 * day)
    await s.run('vip.refunds')
    expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'refund_asked' })
    expect(await operator().orders.refund(no)).toMatchObject({ state: 'refunded', refundAmount: 2790 })
  })

  test('[J04] a refund that is declined gives the days back, and can be asked for again', async () => {
    const { no } = await s.buy('lin')
    await ask(no)
    expect(await operator().orders.declineRefund(no)).toMatchObject({ state: 'fulfilled', hold: '', refundPlanned: 0 })
    expect(await s.leftSec('lin')).toBe(month)
    await ask(no)
    expect(await s.leftSec('lin')).toBe(0)
    expect(await operator().orders.refund(no, { amount: 1000 })).toMatchObject({
      state: 'fulfilled',
      refundAmount: 1000,
    })
    expect(await s.leftSec('lin')).toBe(20 * day)
  })

  test('[J04] the operator pays back what gave nothing', async () => {
    const { no } = await s.order('lin')
    await makeEndless()
    await s.notify(s.bank.report('paid', no))
    expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'endless', refundPlanned: 0 })
    await s.run('vip.refunds')
    expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'endless' })
    expect(await operator().orders.refund(no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
  })
})

test('[J04] a payment for a membership without an end is paid back', async () => {
  const { no } = await s.order('lin')
  await makeEndless()
  s.bank.pay(no)
  expect(await operator().orders.confirm(no)).toBe('endless')
  expect(await find(no)).toMatchObject({ state: 'refunding', hold: 'endless', refundPlanned: 2990 })
  await s.run('vip.refunds')
  expect(minorOf()).toEqual([2990])
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 2990, hold: '' })
})

test('[J04] a refund that does not end is declined when the gateway says that it was not made', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'unclear'
  await ask(no)
  await s.t.platform.pool.query('update vip_order set refund_tries = 432 where no = $1', [no])
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ hold: 'refund_failed', refundPlanned: 2990 })
  s.bank.isReachable = false
  expect(await operator().orders.declineRefund(no)).toBeNull()
  s.bank.isReachable = true
  expect(await operator().orders.declineRefund(no)).toMatchObject({ state: 'fulfilled', refundPlanned: 0 })
  expect(await s.leftSec('lin')).toBe(month)
})
