import { beforeEach, expect, test } from 'vitest'
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
  expect(await operator().orders.refund(no, undefined)).toBe('NoGateway')
  expect(await s.stateOf(no)).toBe('fulfilled')
  expect(await s.leftSec('lin')).toBe(month)
})
