import { userExport, userOrder, userUpgrade, vipProducts } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { openSellingStation } from './vip-station.fixture.ts'

const refused = { data: { refusal: 'TermsNotAccepted' } }

test('[D06] nothing is ordered before the terms of memberships are agreed to; then the order has their version', async () => {
  const s = await openSellingStation()
  const { userId } = s.t.people.lin
  const order = (more: object = {}) =>
    s.t.make(userUpgrade, { productId: s.planId, type: 3, userId, ...more }, { as: 'lin' })
  const terms = async (): Promise<string> => vipProducts.reply.parse((await s.t.make(vipProducts, {})).data).terms
  expect(await order()).toMatchObject(refused)
  expect(await order({ terms: '1' })).toMatchObject(refused)
  expect((await s.t.station.vip.operator.orders.list({}, 9)).length).toBe(0)
  expect(await terms()).toBe('d1')
  const { order: first } = userUpgrade.reply.parse((await order({ terms: 'd1' })).data)
  expect(await s.t.station.vip.operator.orders.find(first.no)).toMatchObject({ order: { termsVersion: 'd1' } })
  // Agreed to once: later orders do not ask again.
  expect(await order({ key: 'k'.repeat(16) })).toMatchObject({ code: 0 })
  await s.t.station.legal.publish('vip', '新的约定', { isQuiet: true })
  expect(await terms()).toBe('1')
  expect(await order({ key: 'l'.repeat(16) })).toMatchObject(refused)
  expect(await order({ key: 'l'.repeat(16), terms: 'd1' })).toMatchObject(refused)
  const { order: second } = userUpgrade.reply.parse((await order({ key: 'l'.repeat(16), terms: '1' })).data)
  expect(await s.t.station.vip.operator.orders.find(second.no)).toMatchObject({ order: { termsVersion: '1' } })
  expect(await s.t.make(userOrder, { no: first.no }, { as: 'lin' })).toMatchObject({ code: 0 })
  const { file } = userExport.reply.parse((await s.t.make(userExport, {}, { as: 'lin' })).data)
  expect(JSON.parse(file)).toMatchObject({ vip: { orders: [{ terms: '1' }, {}, { terms: 'd1' }] } })
})

test('[D06] the agreement of one is not that of another', async () => {
  const s = await openSellingStation()
  await s.order('lin')
  const send = { productId: s.planId, type: 3, userId: s.t.people.mei.userId }
  expect(await s.t.make(userUpgrade, send, { as: 'mei' })).toMatchObject(refused)
})
