import {
  userOrder,
  userOrderClose,
  userOrderProof,
  userOrderRefund,
  userOrders,
  userUpgrade,
  vipPayments,
  vipProducts,
  indexData,
} from '@yunmu/contract'
import { chinaDay } from '@yunmu/contract/china-time'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const month = 30 * 24 * 3600
const keyOf = (at: number): string => String(at).padStart(16, '0')
const noOrder = { data: { refusal: 'NoSuchOrder' } }
const operator = () => s.t.station.vip.operator

describe('refusals', () => {
  test('[D06] a plan that is not sold, or a method that nobody takes, is refused', async () => {
    const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, terms: 'd1' }
    const as = { as: 'lin' } as const
    expect(await s.t.make(userUpgrade, { ...send, productId: 999 }, as)).toMatchObject({
      data: { refusal: 'NoSuchPlan' },
    })
    expect(await s.t.make(userUpgrade, { ...send, type: 1 }, as)).toMatchObject({
      data: { refusal: 'PaymentUnavailable' },
    })
    const yuanOnly = await operator().plans.add({ name: '欧', amount: 0, currencyAmount: 399, days: 30, mark: '' })
    expect(await s.t.make(userUpgrade, { ...send, productId: yuanOnly }, as)).toMatchObject({
      data: { refusal: 'PaymentUnavailable' },
    })
    await operator().plans.remove(s.planId)
    expect(await s.t.make(userUpgrade, send, as)).toMatchObject({ data: { refusal: 'NoSuchPlan' } })
  })

  test('[J04] nobody sees, asks about, closes, refunds or adds a picture to the order of another', async () => {
    const { no } = await s.buy('lin')
    const open = (await s.order('lin')).no
    const as = { as: 'mei' } as const
    expect(await s.t.make(userOrder, { no }, as)).toMatchObject(noOrder)
    expect(await s.t.make(userOrder, { no: open, ask: true }, as)).toMatchObject(noOrder)
    expect(await s.t.make(userOrderClose, { no: open }, as)).toMatchObject(noOrder)
    expect(await s.t.make(userOrderRefund, { no, reason: '' }, as)).toMatchObject(noOrder)
    const picture = 'data:image/png;base64,AAAA'
    expect(await s.t.make(userOrderProof, { no: open, picture }, as)).toMatchObject(noOrder)
    expect(await s.t.make(userOrders, { page: 1, size: 10 }, as)).toMatchObject({ data: { list: [], total: 0 } })
    expect(s.bank.asked).toEqual([])
    expect([await s.stateOf(no), await s.stateOf(open)]).toEqual(['fulfilled', 'pending'])
  })

  test('[J04] a sixth open order is refused', async () => {
    for (let at = 0; at < 5; at++) await s.order('lin', { key: keyOf(at) })
    const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, key: keyOf(5), terms: 'd1' }
    expect(await s.t.make(userUpgrade, send, { as: 'lin' })).toMatchObject({ data: { refusal: 'TooManyOrders' } })
  })

  test('[J04] what ended is not closed again, and what is no picture is no proof', async () => {
    const { no } = await s.order('lin')
    const bad = { no, picture: 'data:image/png;base64,AAAA' }
    expect(await s.t.make(userOrderProof, bad, { as: 'lin' })).toMatchObject({ data: { refusal: 'ProofInvalid' } })
    expect(await s.t.make(userOrderClose, { no }, { as: 'lin' })).toMatchObject({
      data: { order: { state: 'closed' } },
    })
    expect(s.bank.closed).toEqual([no])
    expect(await s.t.make(userOrderClose, { no }, { as: 'lin' })).toMatchObject({ data: { refusal: 'OrderNotOpen' } })
    expect(await s.t.make(userOrderProof, bad, { as: 'lin' })).toMatchObject({ data: { refusal: 'OrderNotOpen' } })
  })

  test('[J04] closing an order that was paid a moment ago gives what was paid', async () => {
    const { no } = await s.order('lin')
    s.bank.pay(no)
    expect(await s.t.make(userOrderClose, { no }, { as: 'lin' })).toMatchObject({ data: { refusal: 'OrderNotOpen' } })
    expect(await s.leftSec('lin')).toBe(month)
  })
})

test('[J04] the order of a gateway that can be asked takes no picture of a transfer', async () => {
  const { no } = await s.order('lin')
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const picture = `data:image/png;base64,${bytes.toString('base64')}`
  const reply = await s.t.make(userOrderProof, { no, picture }, { as: 'lin' })
  expect(reply).toMatchObject({ data: { refusal: 'ProofInvalid' } })
  expect((await operator().orders.find(no))?.order.hasProof).toBe(false)
})

test('[J04] an order that ended unpaid leaves its key to a new one', async () => {
  for (const [at, end] of ['close', 'expire'].entries()) {
    const key = keyOf(at)
    const { no } = await s.order('lin', { key })
    expect((await s.order('lin', { key })).no).toBe(no)
    if (end === 'close') await s.t.make(userOrderClose, { no }, { as: 'lin' })
    else {
      s.passSec(1801)
      await s.run('vip.ask')
    }
    const next = await s.order('lin', { key })
    expect([await s.stateOf(no), next.no === no, next.state]).toEqual([`${end}d`, false, 'pending'])
    expect(next.payment).not.toBeNull()
  }
})

describe('what is sold', () => {
  test('[D06] plans and methods are listed, and VIP is offered, only while something can be bought', async () => {
    const products = async () => (await s.t.make(vipProducts, {})).data
    const isSelling = async () => (await s.t.make(indexData, {})).data
    expect(await products()).toMatchObject({ list: [{ name: '月卡', amount: 2990, currencyAmount: 399, days: 30 }] })
    expect(await s.t.make(vipPayments, {})).toMatchObject({ data: { list: [{ id: 3, currency: 'CNY' }] } })
    expect(await isSelling()).toMatchObject({ vip_selling: true })
    await s.t.station.site.write({ vip_selling: false })
    expect(await products()).toMatchObject({ list: [] })
    expect(await s.t.make(vipPayments, {})).toMatchObject({ data: { list: [] } })
    expect(await isSelling()).toMatchObject({ vip_selling: false })
    await s.t.station.site.write({ vip_selling: null })
    await operator().plans.remove(s.planId)
    expect(await products()).toMatchObject({ list: [] })
    expect(await isSelling()).toMatchObject({ vip_selling: false })
    // Appointed by the operator.
    await s.t.station.site.write({ vip_selling: true })
    expect(await isSelling()).toMatchObject({ vip_selling: true })
  })

  test('[D06] an order keeps the price and the days of the plan as they were', async () => {
    const { no } = await s.order('lin')
    await operator().plans.change(s.planId, { amount: 1, days: 365 })
    await s.notify(s.bank.pay(no, { money: { minor: 2990, currency: 'CNY' } }))
    expect(await s.leftSec('lin')).toBe(month)
  })

  test('[D06] a method that takes euro sells for the price in euro', async () => {
    const euro = await openSellingStation('EUR')
    expect(await euro.order('lin')).toMatchObject({ amount: 399, currency: 'EUR' })
  })
})

describe('asking', () => {
  test('[J04] a lost notification is made up for by asking after 1, 3, 10 and 30 minutes', async () => {
    const { no } = await s.order('lin')
    for (const [sec, asked] of [
      [59, 0],
      [61, 1],
      [120, 1],
      [181, 2],
      [601, 3],
    ] as const) {
      s.t.clock.set((await startMs(no)) + sec * 1000)
      await s.run('vip.ask')
      expect(s.bank.asked).toHaveLength(asked)
    }
    s.bank.pay(no)
    s.t.clock.set((await startMs(no)) + 1801 * 1000)
    await s.run('vip.ask')
    expect(await s.leftSec('lin')).toBe(month)
  })

  test('[J04] an order does not expire while its gateway cannot be reached, for a day', async () => {
    const { no } = await s.order('lin')
    s.bank.isReachable = false
    s.passSec(1801)
    await s.run('vip.ask')
    expect(await s.stateOf(no)).toBe('pending')
    s.passSec(24 * 3600)
    await s.run('vip.ask')
    expect(await s.stateOf(no)).toBe('expired')
  })

  test('[J04] 我已付款 asks the gateway, at most once in five seconds', async () => {
    const { no } = await s.order('lin')
    const ask = () => s.t.make(userOrder, { no, ask: true }, { as: 'lin' })
    await ask()
    s.bank.pay(no)
    expect(await ask()).toMatchObject({ data: { order: { state: 'pending' } } })
    s.passSec(5)
    expect(await ask()).toMatchObject({ data: { order: { state: 'fulfilled', payment: null } } })
    expect(s.bank.asked).toHaveLength(2)
  })
})

test('[J04] many transfers that wait for the operator do not keep the station from asking about others', async () => {
  const insert = `insert into vip_order (no, user_id, plan_id, name, days, amount, currency, method_id, gateway, state, key,
    created_sec, expires_sec, proof)
    select '20200101' || lpad(i::text, 10, '0'), $1, $2, 'x', 30, 1, 'CNY', 4, 'transfer', 'pending', 'q' || i, $3, $3,
      'x'::bytea from generate_series(1, 501) i`
  const nowSec = Math.floor(s.t.clock.nowMs() / 1000)
  await s.t.platform.pool.query(insert, [s.t.people.mei.userId, s.planId, nowSec - 3600])
  const { no } = await s.order('lin')
  s.bank.pay(no)
  s.passSec(61)
  await s.run('vip.ask')
  expect(await s.stateOf(no)).toBe('fulfilled')
})

describe('after the payment', () => {
  test('[J04] receipts are numbered without gaps, whatever fails in between', async () => {
    const orders = await Promise.all(
      (['lin', 'mei', 'bao'] as const).flatMap((as) => [0, 1].map((at) => s.order(as, { key: keyOf(at) }))),
    )
    await Promise.all(
      orders.map(({ no }, at) =>
        s.notify(s.bank.report('paid', no, at % 3 === 0 ? { money: { minor: 1, currency: 'CNY' } } : {})),
      ),
    )
    const listed = await operator().orders.list({ state: 'fulfilled' }, 10)
    const numbers = listed.map(({ receiptNo }) => Number(receiptNo?.slice(5))).toSorted((one, other) => one - other)
    expect(numbers).toEqual([1, 2, 3, 4])
  })

  test('[J04] a second payment of one order gives nothing, and is paid back', async () => {
    const { no } = await s.buy('lin')
    await s.notify(s.bank.report('paid', no, { providerRef: 'T-second' }))
    expect(await s.leftSec('lin')).toBe(month)
    await s.t.platform.jobs.start()
    await expect.poll(() => s.bank.refunded).toMatchObject([{ no, minor: 2990 }])
    expect(await s.stateOf(no)).toBe('fulfilled')
  })

  test('[J04] unused days are refunded within the cooling-off time, and taken back when they are', async () => {
    const { no } = await s.buy('lin')
    s.passSec(36 * 3600)
    expect(await s.t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({ data: { order: { refundable: true } } })
    const reply = await s.t.make(userOrderRefund, { no, reason: '买错了' }, { as: 'lin' })
    const planned = Math.floor((2990 * 29) / 30)
    const asked = { state: 'refunding', refundable: false, refundAmount: 0, refundPlanned: planned, refundWaits: false }
    expect(reply).toMatchObject({ data: { order: asked } })
    expect(await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })).toMatchObject({
      data: { refusal: 'NotRefundable' },
    })
    await s.t.platform.jobs.start()
    await expect.poll(() => s.stateOf(no)).toBe('refunded')
    expect(s.bank.refunded).toEqual([{ no, refundNo: `${no}R`, minor: planned }])
    const refunded = { state: 'refunded', refundAmount: planned, refundPlanned: 0, refundWaits: false }
    expect(await s.t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({ data: { order: refunded } })
    // The gateway reports it as well.
    await s.notify(s.bank.report('refunded', no, { refundNo: `${no}R`, money: { minor: 2890, currency: 'CNY' } }))
    expect(await s.leftSec('lin')).toBe(0)
  })

  test('[J04] the cooling-off time is as long as the setting says, and none ends refunds on request', async () => {
    const { no } = await s.buy('lin')
    const read = async () => (await s.t.make(userOrder, { no }, { as: 'lin' })).data
    s.passSec(8 * 24 * 3600)
    expect(await read()).toMatchObject({ order: { refundable: false } })
    await s.t.station.site.write({ vip_cooling_off_days: 14 })
    expect(await read()).toMatchObject({ order: { refundable: true } })
    await s.t.station.site.write({ vip_cooling_off_days: 0 })
    expect(await read()).toMatchObject({ order: { refundable: false } })
    expect(await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })).toMatchObject({
      data: { refusal: 'NotRefundable' },
    })
  })

  test('[J04] the words about taxes stay with the order as they were beside its price', async () => {
    await s.t.station.site.write({ vip_tax_note: '含税' })
    expect((await s.t.make(vipProducts, {})).data).toMatchObject({ taxNote: '含税' })
    const { no } = await s.buy('lin')
    await s.t.station.site.write({ vip_tax_note: 'Inkl. MwSt.' })
    expect(await s.t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({ data: { order: { taxNote: '含税' } } })
    expect(await s.order('lin')).toMatchObject({ taxNote: 'Inkl. MwSt.' })
  })

  test('[J04] nothing is refunded after the cooling-off time, unless the operator does it', async () => {
    const { no } = await s.buy('lin')
    s.passSec(7 * 24 * 3600)
    expect(await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })).toMatchObject({
      data: { refusal: 'NotRefundable' },
    })
    await operator().orders.refund(no)
    await s.t.platform.jobs.start()
    await expect.poll(() => s.stateOf(no)).toBe('refunded')
    expect((await operator().orders.find(no))?.audit).toMatchObject([{ actor: 'operator', act: 'refund' }])
  })

  test('[J04] a refund that the gateway declines waits for the operator, and nothing is taken', async () => {
    const { no } = await s.buy('lin')
    s.bank.refundState = 'failed'
    await s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })
    await s.t.platform.jobs.start()
    const hold = async () => (await operator().orders.find(no))?.order.hold
    await expect.poll(hold).toBe('refund_failed')
    expect(await s.leftSec('lin')).toBe(month)
    const waiting = { state: 'refunding', refundAmount: 0, refundPlanned: 0, refundWaits: true }
    expect(await s.t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({ data: { order: waiting } })
    expect(await operator().orders.declineRefund(no)).toMatchObject({ state: 'fulfilled', hold: '' })
  })

  test('[J04] a charge-back that was won gives back what it took, in either order of the reports', async () => {
    const { no } = await s.buy('lin')
    s.passSec(10 * 24 * 3600)
    await s.notify(s.bank.report('charged_back', no))
    expect(await s.leftSec('lin')).toBe(0)
    await s.notify(s.bank.report('chargeback_won', no))
    expect(await s.leftSec('lin')).toBe(month - 10 * 24 * 3600)
    expect(await s.stateOf(no)).toBe('fulfilled')
    const other = await s.buy('mei')
    const left = await s.leftSec('mei')
    await s.notify(s.bank.report('chargeback_won', other.no))
    await s.notify(s.bank.report('charged_back', other.no))
    expect(await s.leftSec('mei')).toBe(left)
  })

  test('[J04] operators are told of an order that needs them', async () => {
    await s.t.makeOperator('bao')
    const { no } = await s.order('lin')
    await s.notify(s.bank.report('paid', no, { money: { minor: 1, currency: 'CNY' } }))
    await s.t.platform.jobs.start()
    const titles = async () =>
      (await s.t.station.messages.exportOf(s.t.people.bao.userId)).messages.map(({ title }) => title)
    await expect.poll(titles).toEqual(['收到的金额与订单不符，没有开通会员'])
  })

  test('[J04] a membership that ends soon, or has ended, is told of once', async () => {
    await s.buy('lin')
    const titles = async () =>
      (await s.t.station.messages.exportOf(s.t.people.lin.userId)).messages.map(({ title }) => title)
    s.passSec(26 * 24 * 3600)
    await s.run('vip.endNotices')
    expect(await titles()).toEqual([])
    s.passSec(24 * 3600 + 60)
    for (let at = 0; at < 2; at++) await s.run('vip.endNotices')
    expect(await titles()).toEqual(['会员快到期了'])
    s.passSec(3 * 24 * 3600)
    for (let at = 0; at < 2; at++) await s.run('vip.endNotices')
    expect(await titles()).toEqual(['会员已到期', '会员快到期了'])
  })

  test('[J04] the bill of the day credits what we did not know of, and names what differs', async () => {
    const [known, lost] = [await s.buy('lin'), await s.order('mei')]
    s.bank.pay(lost.no)
    const row = (no: string, minor: number) => ({
      no,
      providerRef: `T-${no}`,
      money: { minor, currency: 'CNY' as const },
      kind: 'paid' as const,
      refundNo: '',
      eventKey: `paid:T-${no}`,
    })
    const before = await s.leftSec('mei')
    const day = chinaDay(Math.floor(s.t.clock.nowMs() / 1000))
    s.bank.bills.set(day, [row(known.no, 2990), row(lost.no, 2990), row('20261118ABCDEFGHJK', 5)])
    s.passSec(34 * 3600)
    await s.run('vip.bills')
    await s.run('vip.bills')
    expect(await s.leftSec('mei')).toBe(before - 34 * 3600 + month)
    expect(await operator().differences(10)).toMatchObject([{ kind: 'only_them', no: '20261118ABCDEFGHJK', theirs: 5 }])
  })
})

describe('people', () => {
  test('[J04] an account is exported with its orders, and its orders stay without it', async () => {
    const { no } = await s.buy('lin')
    const open = (await s.order('lin')).no
    const { lin } = s.t.people
    await s.t.platform.pool.query("update vip_order set proof = 'a picture' where no = $1", [open])
    expect(await s.t.station.vip.module.personalData?.exportOf?.(lin.userId)).toMatchObject({
      orders: [{ no: open }, { no, state: 'fulfilled', amount: 2990 }],
      entries: [{ kind: 'order', seconds: month }],
    })
    await s.t.platform.pool.query('update app_user set leave_at = 1 where id = $1', [lin.userId])
    await s.t.station.accounts.clean()
    expect((await operator().orders.find(no))?.order).toMatchObject({ userId: null, state: 'fulfilled' })
    expect((await operator().orders.find(open))?.order).toMatchObject({
      userId: null,
      state: 'closed',
      hasProof: false,
    })
    const { rows } = await s.t.platform.pool.query('select raw, headers from payment_event')
    expect(rows).toEqual([{ raw: null, headers: null }])
    await s.notify(s.bank.report('paid', open))
    expect((await operator().orders.find(open))?.order).toMatchObject({ state: 'late_paid', hold: 'no_account' })
  })
})

const startMs = async (no: string): Promise<number> =>
  ((await operator().orders.find(no))?.order.createdSec ?? 0) * 1000
