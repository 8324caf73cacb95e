import { replyCode, userOrderClose, userUpgrade, voucherCheck, voucherRedeem } from '@yunmu/contract'
import { beforeEach, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from '../vip-station.fixture.ts'
import { printedCode } from './voucher-rules.ts'

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const day = 24 * 3600
const base = { kind: 'days', days: 7, percent: 0, planId: null, perPerson: 1, expiresSec: 0, note: '' } as const

async function make(count: number, change: object = {}): Promise<string[]> {
  const made = await s.t.station.vip.operator.vouchers.make({ ...base, ...change }, count)
  return made?.codes ?? []
}
const redeem = (code: string, as: 'lin' | 'mei' | 'bao' = 'lin') => s.t.make(voucherRedeem, { code }, { as })
const check = (code: string, more: object = {}) => s.t.make(voucherCheck, { code, ...more }, { as: 'lin' })
const refused = (refusal: string) => ({ data: { refusal } })

test('[J04] a code that does not exist, was used, has expired or is for another use is refused', async () => {
  const nowSec = Math.floor(s.t.clock.nowMs() / 1000)
  const [used = '', mine = ''] = await make(2)
  const [old = ''] = await make(1, { expiresSec: nowSec - 1 })
  const [discount = ''] = await make(1, { kind: 'discount', days: 0, percent: 10 })
  expect(await redeem('0000-0000-0000-0000')).toMatchObject(refused('VoucherUnknown'))
  expect(await redeem(used, 'mei')).toMatchObject({ code: replyCode.done })
  expect(await redeem(used)).toMatchObject(refused('VoucherUsed'))
  expect(await redeem(used, 'mei')).toMatchObject(refused('VoucherUsed'))
  expect(await redeem(mine, 'mei')).toMatchObject(refused('VoucherUnfit'))
  expect(await redeem(old)).toMatchObject(refused('VoucherEnded'))
  expect(await redeem(discount)).toMatchObject(refused('VoucherUnfit'))
  expect(await check(discount)).toMatchObject(refused('VoucherUnfit'))
  const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, code: mine, terms: 'd1' }
  expect(await s.t.make(userUpgrade, send, { as: 'lin' })).toMatchObject(refused('VoucherUnfit'))
})

test('[J04] five wrong codes within ten minutes lock for ten minutes, also for right ones', async () => {
  const [code = ''] = await make(1)
  for (let at = 0; at < 5; at++) expect(await redeem(`WRONG${at}`)).toMatchObject(refused('VoucherUnknown'))
  expect(await redeem(code)).toMatchObject(refused('VoucherLocked'))
  expect(await check(code)).toMatchObject(refused('VoucherLocked'))
  s.passSec(599)
  expect(await redeem(code)).toMatchObject(refused('VoucherLocked'))
  s.passSec(1)
  expect(await redeem(code)).toMatchObject({ code: replyCode.done, data: { days: 7 } })
})

test('[J04] a code is read as people type it, and gives its days once, however often it is sent', async () => {
  const [code = ''] = await make(1)
  expect(await check(code)).toMatchObject({ data: { kind: 'days', days: 7 } })
  const typed = printedCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  const replies = await Promise.all([redeem(typed), redeem(typed), redeem(code), redeem(code, 'bao')])
  expect(replies.filter(({ code: done }) => done === replyCode.done)).toHaveLength(1)
  expect((await s.leftSec('lin')) + (await s.leftSec('bao'))).toBe(7 * day)
})

test('[J04] a person uses no more codes of a batch than its limit, also at once', async () => {
  const codes = await make(4, { perPerson: 2 })
  const replies = await Promise.all(codes.map((code) => redeem(code)))
  expect(replies.filter(({ code: done }) => done === replyCode.done)).toHaveLength(2)
  expect(await s.leftSec('lin')).toBe(14 * day)
})

test('[J04] a discount is taken off, bound to its plan, used by one order, and given back when that is not paid', async () => {
  const other = await s.t.station.vip.operator.plans.add({
    name: '年卡',
    amount: 29_900,
    currencyAmount: 0,
    days: 365,
    mark: '',
  })
  const [code = ''] = await make(1, { kind: 'discount', days: 0, percent: 10, planId: s.planId })
  expect(await check(code, { productId: other, type: 3 })).toMatchObject(refused('VoucherUnfit'))
  expect(await check(code, { productId: s.planId, type: 3 })).toMatchObject({
    data: { kind: 'discount', amount: 2691, discount: 299, currency: 'CNY' },
  })
  const first = await s.order('lin', { code, key: 'a'.repeat(16) })
  expect(first).toMatchObject({ amount: 2691, discount: 299 })
  expect(s.bank.taken.get(first.no)).toEqual({ minor: 2691, currency: 'CNY' })
  const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, code, key: 'b'.repeat(16), terms: 'd1' }
  expect(await s.t.make(userUpgrade, send, { as: 'lin' })).toMatchObject(refused('VoucherUsed'))
  await s.t.make(userOrderClose, { no: first.no }, { as: 'lin' })
  expect(await s.t.make(userUpgrade, send, { as: 'lin' })).toMatchObject({ data: { order: { amount: 2691 } } })
})

test('[J04] a discount that an ended order gave back gives its days once, also when that order is paid late', async () => {
  const [code = ''] = await make(1, { kind: 'discount', days: 0, percent: 50 })
  const first = await s.order('lin', { code, key: 'a'.repeat(16) })
  await s.t.make(userOrderClose, { no: first.no }, { as: 'lin' })
  const second = await s.order('mei', { code })
  await s.buy('lin')
  await s.notify(s.bank.pay(first.no))
  expect(await s.stateOf(first.no)).toBe('refunding')
  await s.t.platform.jobs.start()
  await expect.poll(() => s.stateOf(first.no)).toBe('refunded')
  expect(s.bank.refunded).toMatchObject([{ no: first.no, minor: 1495 }])
  // Neither given nor taken.
  expect(await s.leftSec('lin')).toBe(30 * day)
  await s.notify(s.bank.pay(second.no))
  expect(await s.stateOf(second.no)).toBe('fulfilled')
})

test('[J04] an order that is paid late takes its discount again', async () => {
  const [code = ''] = await make(1, { kind: 'discount', days: 0, percent: 50 })
  const { no } = await s.order('lin', { code })
  await s.t.make(userOrderClose, { no }, { as: 'lin' })
  await s.notify(s.bank.pay(no))
  expect(await s.leftSec('lin')).toBe(30 * day)
  const send = { productId: s.planId, type: 3, userId: s.t.people.mei.userId, code, terms: 'd1' }
  expect(await s.t.make(userUpgrade, send, { as: 'mei' })).toMatchObject(refused('VoucherUsed'))
})

test('[J04] a person uses no more discounts of a batch than its limit, also at once', async () => {
  const codes = await make(3, { kind: 'discount', days: 0, percent: 50 })
  const { userId } = s.t.people.lin
  // Each request finds its code before the first of them takes one.
  const client = await s.t.platform.pool.connect()
  await client.query('begin')
  await client.query('select 1 from app_user where id = $1 for update', [userId])
  const sent = codes.map((code, at) =>
    s.t.make(
      userUpgrade,
      { productId: s.planId, type: 3, userId, code, key: String(at).repeat(16), terms: 'd1' },
      { as: 'lin' },
    ),
  )
  const waiting = async (): Promise<number> =>
    (
      await s.t.platform.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
    ).rowCount ?? 0
  await expect.poll(waiting).toBe(3)
  await client.query('commit')
  client.release()
  const replies = await Promise.all(sent)
  expect(replies.filter(({ code: done }) => done === replyCode.done)).toHaveLength(1)
})

test('[J04] a member without an end neither orders nor uses up a code', async () => {
  const { userId } = s.t.people.lin
  const insert =
    "insert into vip_entry (user_id, kind, ref, seconds, at_sec, actor) values ($1, 'import', 'x', null, 1, 'station')"
  await s.t.platform.pool.query(insert, [userId])
  await s.t.platform.pool.query('update app_user set group_id = 3, user_end_time = 0 where id = $1', [userId])
  const [code = ''] = await make(1)
  expect(await redeem(code)).toMatchObject(refused('EndlessAlready'))
  const send = { productId: s.planId, type: 3, userId, terms: 'd1' }
  expect(await s.t.make(userUpgrade, send, { as: 'lin' })).toMatchObject(refused('EndlessAlready'))
  expect(await redeem(code, 'mei')).toMatchObject({ code: replyCode.done })
})

test('[J04] an order without a code is not the answer to a request with one, nor is one of another plan', async () => {
  const key = 'k'.repeat(16)
  const year = await s.t.station.vip.operator.plans.add({
    name: '年卡',
    amount: 29_900,
    currencyAmount: 0,
    days: 365,
    mark: '',
  })
  const [code = '', other = ''] = await make(2, { kind: 'discount', days: 0, percent: 50, perPerson: 2 })
  await s.order('lin')
  expect(await s.order('lin', { code })).toMatchObject({ amount: 1495 })
  await s.order('lin', { key })
  const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, key, terms: 'd1' }
  const again = (change: object) => s.t.make(userUpgrade, { ...send, ...change }, { as: 'lin' })
  expect(await again({ productId: year })).toMatchObject(refused('KeyUsed'))
  expect(await again({ code: other })).toMatchObject(refused('KeyUsed'))
  expect(await again({})).toMatchObject({ data: { order: { amount: 2990 } } })
})

test('[J04] a request whose payment was not started can be sent again with its key', async () => {
  s.bank.page = 'https://evil.example/'
  const send = { productId: s.planId, type: 3, userId: s.t.people.lin.userId, terms: 'd1' }
  const press = (key: string) => s.t.make(userUpgrade, { ...send, key: key.repeat(16) }, { as: 'lin' })
  expect(await press('a')).toMatchObject(refused('PaymentNotStarted'))
  s.bank.page = 'https://bank.example/pay'
  const reply = userUpgrade.reply.parse((await press('a')).data)
  expect(reply.order).toMatchObject({ state: 'pending' })
  expect(userUpgrade.reply.parse((await press('a')).data).order.no).toBe(reply.order.no)
})

test('[J04] an order with a discount that is repeated without a key is the same order, also at once', async () => {
  const [code = ''] = await make(1, { kind: 'discount', days: 0, percent: 50 })
  const orders = await Promise.all([s.order('lin', { code }), s.order('lin', { code })])
  const typed = printedCode(code).toLowerCase()
  expect(new Set([...orders, await s.order('lin', { code: typed })].map(({ no }) => no)).size).toBe(1)
})

test('[J04] the code of an open order can be used again when its account is deleted', async () => {
  const [code = ''] = await make(1, { kind: 'discount', days: 0, percent: 50 })
  const { no } = await s.order('lin', { code })
  const { db } = s.t.platform
  await db.transaction().execute(async (tx) => {
    await s.t.station.vip.module.personalData?.deleteOf?.(tx, [s.t.people.lin.userId])
  })
  expect(await s.stateOf(no)).toBe('closed')
  expect(await s.order('bao', { code })).toMatchObject({ amount: 1495 })
})
