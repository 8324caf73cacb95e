import { beforeEach, expect, test } from 'vitest'
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
