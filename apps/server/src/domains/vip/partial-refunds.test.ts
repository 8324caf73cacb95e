import { userOrder, userOrderRefund } from '@yunmu/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSellingStation, type SellingStation } from './vip-station.fixture.ts'

/** Refunds of a part of an order: 29.90 yuan for thirty days. */

let s: SellingStation
beforeEach(async () => {
  s = await openSellingStation()
})

const day = 24 * 3600
const operator = () => s.t.station.vip.operator
const find = async (no: string) => (await operator().orders.find(no))?.order

test('[J04] a refund of more than is left to be paid back, or of more days than the order has, is refused', async () => {
  const { no } = await s.buy('lin')
  await operator().orders.refund(no, { amount: 1000 })
  await s.run('vip.refunds')
  expect(await operator().orders.refund(no, { amount: 1991 })).toBe('AmountInvalid')
  expect(await operator().orders.previewRefund(no, { amount: 1991 })).toBeNull()
  expect(await operator().orders.refund(no, { amount: 100, days: 31 })).toBe('AmountInvalid')
  expect(await s.leftSec('lin')).toBe(20 * day)
})

test('[J04] a refund of a part takes the whole days of its share, and the rest can be refunded later', async () => {
  const { no } = await s.buy('lin')
  // A third of the days would be ten and a part.
  expect(await operator().orders.previewRefund(no, { amount: 1050 })).toEqual({ minor: 1050, seconds: 10 * day })
  expect(await s.leftSec('lin')).toBe(30 * day)
  expect(await operator().orders.refund(no, { amount: 1050 })).toMatchObject({ state: 'refunding' })
  expect(await s.leftSec('lin')).toBe(20 * day)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'fulfilled', hold: '', refundAmount: 1050, refundPlanned: 0 })
  expect(await operator().orders.refund(no)).toMatchObject({ state: 'refunding', refundPlanned: 1940 })
  expect(await s.leftSec('lin')).toBe(0)
  s.passSec(600)
  await s.run('vip.refunds')
  expect(await find(no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
  expect(s.bank.refunded.map(({ minor }) => minor)).toEqual([1050, 1940])
})

test('[J04] the operator says how many days a refund takes: none, or all', async () => {
  const [kept, taken] = [await s.buy('lin'), await s.buy('bao')]
  await operator().orders.refund(kept.no, { amount: 1000, days: 0 })
  await operator().orders.refund(taken.no, { amount: 1000, days: 30 })
  expect([await s.leftSec('lin'), await s.leftSec('bao')]).toEqual([30 * day, 0])
  await s.run('vip.refunds')
  expect(await find(kept.no)).toMatchObject({ state: 'fulfilled', refundAmount: 1000 })
  expect(await find(taken.no)).toMatchObject({ state: 'refunded', refundAmount: 1000 })
})

test('[J04] a refund of a part that failed gives its days back, and takes them again if it was made nevertheless', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'failed'
  await operator().orders.refund(no, { amount: 1000 })
  expect(await s.leftSec('lin')).toBe(20 * day)
  await s.run('vip.refunds')
  expect(await s.leftSec('lin')).toBe(30 * day)
  await s.notify(s.bank.report('refunded', no, { money: { minor: 1000, currency: 'CNY' }, refundNo: `${no}R` }))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 1000, hold: '' })
  expect(await s.leftSec('lin')).toBe(20 * day)
})

test('[J04] a charge-back takes what a refund of a part left, and gives that back when it is won', async () => {
  const { no } = await s.buy('lin')
  await operator().orders.refund(no, { amount: 1000 })
  await s.run('vip.refunds')
  await s.notify(s.bank.report('charged_back', no))
  expect(await s.leftSec('lin')).toBe(0)
  await s.notify(s.bank.report('chargeback_won', no))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 1000 })
  expect(await s.leftSec('lin')).toBe(20 * day)
})

test('[J04] a refund of a part that ends during a charge-back does not start again when that is won', async () => {
  const { no } = await s.buy('lin')
  s.bank.refundState = 'pending'
  await operator().orders.refund(no, { amount: 1000 })
  await s.run('vip.refunds')
  await s.notify(s.bank.report('charged_back', no))
  await s.notify(s.bank.report('refunded', no, { money: { minor: 1000, currency: 'CNY' }, refundNo: `${no}R` }))
  await s.notify(s.bank.report('chargeback_won', no))
  expect(await find(no)).toMatchObject({ state: 'fulfilled', refundAmount: 1000, refundPlanned: 0 })
  expect(await s.leftSec('lin')).toBe(20 * day)
})

describe('where the operator pays back by hand', () => {
  beforeEach(() => {
    const { find: found } = s.bank.gateways
    s.bank.gateways.find = async (id) => {
      const gateway = await found(id)
      return gateway && { ...gateway, refund: null, findRefund: null }
    }
  })
  const ask = (no: string) => s.t.make(userOrderRefund, { no, reason: '' }, { as: 'lin' })

  test('[J04] a person who asked for all and is paid back a part has the rest of the days again', async () => {
    const { no } = await s.buy('lin')
    await ask(no)
    expect(await s.leftSec('lin')).toBe(0)
    expect(await operator().orders.refund(no, { amount: 1000 })).toMatchObject({
      state: 'fulfilled',
      refundAmount: 1000,
    })
    expect(await s.leftSec('lin')).toBe(20 * day)
  })

  test('[J04] a refund that is declined is told with its reason, by a message, a mail and on the order', async () => {
    await s.t.platform.pool.query("update app_user set email = 'lin@example.com' where id = $1", [
      s.t.people.lin.userId,
    ])
    const { no } = await s.buy('lin')
    await ask(no)
    await operator().orders.declineRefund(no, '已经看过三部')
    await s.t.platform.jobs.start()
    const messages = async () => (await s.t.station.messages.exportOf(s.t.people.lin.userId)).messages
    await expect
      .poll(async () => (await messages()).filter(({ title }) => title === '退款申请没有通过'))
      .toHaveLength(1)
    const subjects = async () => (await s.t.station.mailer.list(100)).map(({ subject }) => subject)
    await expect.poll(subjects).toContainEqual(expect.stringContaining('退款申请没有通过'))
    expect(await s.t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({
      data: { order: { state: 'fulfilled', declineReason: '已经看过三部' } },
    })
  })
})
