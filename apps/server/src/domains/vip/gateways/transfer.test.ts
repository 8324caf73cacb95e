import { paymentMethods, replyCode, userOrder, userOrderProof, userUpgrade, vipPayments } from '@yunmu/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { runSchedule } from '../../../testing/modules.ts'
import { listening, openPage } from '../../../testing/realtime-page.ts'
import { buildTestApp } from '../../../testing/test-app.ts'

const picture = async (background: string): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer()

const type = paymentMethods.scan

test('[J04] a transfer is ordered, paid by the operator’s picture, proved by a picture, confirmed, and shows in open pages', async () => {
  const t = await buildTestApp()
  const { operator } = t.station.vip
  const productId = await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 0, days: 30, mark: '' })
  const upgrade = () =>
    t.make(userUpgrade, { productId, type, userId: t.people.lin.userId, terms: 'd1' }, { as: 'lin' })
  expect(await t.make(vipPayments, {})).toMatchObject({ data: { list: [] } })
  expect(await upgrade()).toMatchObject({ data: { refusal: 'PaymentUnavailable' } })
  expect((await t.app.inject('/pay/transfer.webp')).statusCode).toBe(404)
  expect(await operator.transfer.set(Buffer.from('no picture'), 'CNY')).toBe(false)
  expect(await operator.transfer.set(await picture('#07c160'), 'CNY')).toBe(true)

  expect(await t.make(vipPayments, {})).toMatchObject({ data: { list: [{ id: type, currency: 'CNY' }] } })
  const reply = userUpgrade.reply.parse((await upgrade()).data)
  const { no, payment } = reply.order
  expect(reply.url).toBe(`/user/order?no=${no}`)
  const shown = await t.app.inject(payment?.img ?? '')
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])

  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  expect(await operator.transfer.set(drawing, 'CNY')).toBe(false)
  const labelled = `data:image/png;base64,${drawing.toString('base64')}`
  expect(await t.make(userOrderProof, { no, picture: labelled }, { as: 'lin' })).toMatchObject({
    data: { refusal: 'ProofInvalid' },
  })
  const proof = `data:image/png;base64,${(await picture('#ffffff')).toString('base64')}`
  expect(await t.make(userOrderProof, { no, picture: proof }, { as: 'lin' })).toMatchObject({
    code: replyCode.done,
    data: { order: { proofSent: true, state: 'pending' } },
  })
  expect(await operator.orders.list({ isHeld: true }, 10)).toMatchObject([{ no }])
  expect((await sharp((await operator.orders.proofOf(no)) ?? Buffer.alloc(0)).metadata()).format).toBe('webp')
  // It waits for the operator, however long that takes.
  t.clock.set(t.clock.nowMs() + 4 * 24 * 3600 * 1000)
  await runSchedule(t.station.vip.module, 'vip.ask')
  expect(await t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({ data: { order: { state: 'pending' } } })

  const page = await openPage(await listening(t.app))
  await page.hello(await t.tokenOf('lin'))
  expect(await operator.orders.confirm(no)).toBe('credited')
  expect(await operator.orders.confirm(no)).toBe('paid already')
  await page.until((frame) => 'membership' in frame && frame.membership.groupId === 3)
  expect(await t.make(userOrder, { no }, { as: 'lin' })).toMatchObject({
    data: { order: { state: 'fulfilled', receiptNo: expect.stringMatching(/^\d{4}-000001$/), payment: null } },
  })
})

test('[J04] orders by transfer are confirmed and refunded also after the operator takes no more of them', async () => {
  const t = await buildTestApp()
  const { operator } = t.station.vip
  const productId = await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 0, days: 30, mark: '' })
  await operator.transfer.set(await picture('#07c160'), 'CNY')
  const upgrade = (as: 'lin' | 'bao') =>
    t.make(userUpgrade, { productId, type, userId: t.people[as].userId, terms: 'd1' }, { as })
  const paid = userUpgrade.reply.parse((await upgrade('lin')).data).order.no
  const open = userUpgrade.reply.parse((await upgrade('bao')).data).order.no
  await operator.orders.confirm(paid)
  expect(await operator.transfer.remove()).toBe(true)
  expect(await operator.orders.confirm(open)).toBe('credited')
  for (const no of [paid, open])
    expect(await operator.orders.refund(no)).toMatchObject({ state: 'refunded', refundAmount: 2990 })
  expect(await t.make(vipPayments, {})).toMatchObject({ data: { list: [] } })
  expect(await upgrade('lin')).toMatchObject({ data: { refusal: 'PaymentUnavailable' } })
})

test('[J04] an order by transfer without a picture of the payment ends after three days', async () => {
  const t = await buildTestApp()
  const { operator } = t.station.vip
  const productId = await operator.plans.add({ name: '月卡', amount: 2990, currencyAmount: 0, days: 30, mark: '' })
  await operator.transfer.set(await picture('#07c160'), 'CNY')
  const send = { productId, type, userId: t.people.lin.userId, terms: 'd1' }
  const { order } = userUpgrade.reply.parse((await t.make(userUpgrade, send, { as: 'lin' })).data)
  t.clock.set(t.clock.nowMs() + 3 * 24 * 3600 * 1000)
  await runSchedule(t.station.vip.module, 'vip.ask')
  expect(await t.make(userOrder, { no: order.no }, { as: 'lin' })).toMatchObject({
    data: { order: { state: 'expired' } },
  })
  // One with a picture ends two weeks later.
  const proved = userUpgrade.reply.parse((await t.make(userUpgrade, send, { as: 'lin' })).data).order.no
  await t.platform.pool.query("update vip_order set proof = 'a picture' where no = $1", [proved])
  for (const [days, state] of [
    [16, 'pending'],
    [2, 'expired'],
  ] as const) {
    t.clock.set(t.clock.nowMs() + days * 24 * 3600 * 1000)
    await runSchedule(t.station.vip.module, 'vip.ask')
    expect((await operator.orders.find(proved))?.order.state).toBe(state)
  }
})
