import { indexData, userUpgrade, vipPayments, vipProducts } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/test-app.ts'
import { offerChanged } from '../vip-events.ts'

const epay = { address: 'https://pay.example/', pid: '1001', key: 'SECRETKEY' }
const stripe = { secretKey: `sk_test_${'0'.repeat(24)}`, webhookSecret: `whsec_${'0'.repeat(24)}` }

test('[J04] a gateway whose settings cannot be opened takes no orders, and nothing else fails', async () => {
  const t = await buildTestApp()
  const { operator, gateways } = t.station.vip
  await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 0, days: 30, mark: '' })
  expect(await gateways.set('epay', epay, [1])).toBeNull()
  expect(await gateways.set('stripe', stripe)).toBeNull()
  const methods = async () => vipPayments.reply.parse((await t.make(vipPayments, {})).data).list.map(({ id }) => id)
  expect(await methods()).toEqual([1, 3])
  const spoil = async (id: string): Promise<void> => {
    await t.platform.pool.query("update payment_gateway set sealed = 'x' where id = $1", [id])
    t.platform.events.announce(offerChanged, {})
  }
  await spoil('stripe')
  expect(await methods()).toEqual([1])
  expect(vipProducts.reply.parse((await t.make(vipProducts, {})).data).list).toHaveLength(1)
  const send = { productId: 1, type: 3, userId: t.people.lin.userId }
  expect(await t.make(userUpgrade, send, { as: 'lin' })).toMatchObject({ data: { refusal: 'PaymentUnavailable' } })
  await spoil('epay')
  expect(await methods()).toEqual([])
  expect(await t.station.vip.isOnSale()).toBe(false)
  expect(indexData.reply.safeParse((await t.make(indexData, {})).data).success).toBe(true)
})

test('[J04] the list of payment methods is in memory until what is sold or the site changes', async () => {
  const t = await buildTestApp()
  const { gateways } = t.station.vip
  const methods = async () => vipPayments.reply.parse((await t.make(vipPayments, {})).data).list.map(({ id }) => id)
  expect(await methods()).toEqual([])
  expect(await gateways.set('epay', epay, [1])).toBeNull()
  expect(await gateways.set('stripe', stripe)).toBeNull()
  expect(await methods()).toEqual([1, 3])
  // Nobody is told of this.
  await t.platform.pool.query('update payment_gateway set enabled = false')
  expect(await methods()).toEqual([1, 3])
  expect(await gateways.turnOff('stripe')).toBe(true)
  expect(await methods()).toEqual([])
  expect(await gateways.set('stripe', {})).toBeNull()
  expect(await methods()).toEqual([3])
  await t.station.site.write({ vip_selling: false })
  expect(await methods()).toEqual([])
})
