import { orderStates, type OrderState } from '@yunmu/contract'
import { expect, test } from 'vitest'
import {
  groupByYear,
  groupOrderNo,
  isGiven,
  isOfFilter,
  isOpen,
  isPaid,
  isSameOffer,
  orderFilters,
  paymentStepOf,
  receiptSums,
  samePlan,
  shownStateOf,
} from './order-rules.ts'

const nowSec = 1_790_000_000
const expires = nowSec + 600
const proofSent = false

test('[J04] an order that was not paid in time is expired, before the server has said so', () => {
  expect(shownStateOf({ state: 'pending', expires, proofSent }, nowSec)).toBe('open')
  expect(shownStateOf({ state: 'pending', expires: nowSec, proofSent }, nowSec)).toBe('expired')
  expect(isOpen({ state: 'created', expires, proofSent }, nowSec)).toBe(true)
  expect(isOpen({ state: 'created', expires: nowSec - 1, proofSent }, nowSec)).toBe(false)
  // What was paid does not expire.
  expect(shownStateOf({ state: 'fulfilled', expires: nowSec - 1, proofSent }, nowSec)).toBe('paid')
})

test('[J04] an order with a picture of the payment waits for the operator, also after its time', () => {
  for (const end of [expires, nowSec - 1]) {
    const order = { state: 'pending', expires: end, proofSent: true } as const
    expect(shownStateOf(order, nowSec)).toBe('checking')
    expect(isOpen(order, nowSec)).toBe(true)
    expect(isOfFilter(order, { filter: 'open', nowSec })).toBe(true)
    expect(isOfFilter(order, { filter: 'expired', nowSec })).toBe(false)
  }
  for (const state of ['expired', 'closed'] as const)
    expect(shownStateOf({ state, expires, proofSent: true }, nowSec), state).toBe(state)
  expect(shownStateOf({ state: 'fulfilled', expires, proofSent: true }, nowSec)).toBe('paid')
})

test('[J04] money that has arrived counts as paid, also where it came late and before it is fulfilled', () => {
  expect(orderStates.filter((state) => isPaid({ state }))).toEqual(['paid', 'fulfilled', 'late_paid'])
})

test('[J04] only an order that was paid is thanked for', () => {
  const payment = { url: 'https://bank.example/pay', qr: '', img: '' }
  const stepOf = (state: OrderState) => paymentStepOf({ state, payment: null, expires, proofSent }, nowSec)
  expect(orderStates.filter((state) => stepOf(state) === 'thank')).toEqual(['paid', 'fulfilled', 'late_paid'])
  expect(stepOf('created')).toBe('wait')
  expect(paymentStepOf({ state: 'pending', payment, expires, proofSent }, nowSec)).toBe('pay')
  expect(paymentStepOf({ state: 'pending', payment, expires: nowSec, proofSent }, nowSec)).toBe('ended')
  for (const state of ['expired', 'closed', 'failed', 'refunding', 'refunded', 'charged_back'] as const)
    expect(stepOf(state), state).toBe('ended')
})

test('[J04] the same is ordered again at once only for the same price', () => {
  const plan = { id: 1, name: '月卡', amount: 2500, currencyAmount: 330, days: 30, mark: '' }
  const renamed = { ...plan, id: 2, name: '包月' }
  const order = { name: '月卡', days: 30, amount: 2500, currency: 'CNY' } as const
  expect(samePlan([renamed, plan], order)).toBe(plan)
  expect(samePlan([renamed], order)).toBe(renamed)
  expect(samePlan([{ ...plan, days: 31 }], order)).toBeNull()
  expect(isSameOffer(plan, order)).toBe(true)
  expect(isSameOffer(plan, { ...order, amount: 330, currency: 'EUR' })).toBe(true)
  expect(isSameOffer(renamed, order)).toBe(false)
  expect(isSameOffer({ ...plan, amount: 2600 }, order)).toBe(false)
  // It was cheaper by a discount code.
  expect(isSameOffer(plan, { ...order, amount: 2000 })).toBe(false)
})

test('[J04] a receipt has what was paid back, and what is left of the payment', () => {
  const sums = (state: OrderState, refundAmount: number) => receiptSums({ state, amount: 2500, refundAmount })
  expect(sums('fulfilled', 0)).toEqual({ refunded: 0, chargedBack: 0, rest: 2500 })
  // A part, by the merchant.
  expect(sums('fulfilled', 500)).toEqual({ refunded: 500, chargedBack: 0, rest: 2000 })
  expect(sums('refunding', 0)).toEqual({ refunded: 0, chargedBack: 0, rest: 2500 })
  expect(sums('refunded', 2500)).toEqual({ refunded: 2500, chargedBack: 0, rest: 0 })
  expect(sums('charged_back', 0)).toEqual({ refunded: 0, chargedBack: 2500, rest: 0 })
  expect(sums('charged_back', 500)).toEqual({ refunded: 500, chargedBack: 2000, rest: 0 })
})

test('[J04] an order has given its membership only when the page knows of both', () => {
  expect(isGiven({ state: 'fulfilled' }, { is: 'active' })).toBe(true)
  expect(isGiven({ state: 'fulfilled' }, { is: 'none' })).toBe(false)
  expect(isGiven({ state: 'paid' }, { is: 'active' })).toBe(false)
})

test('[J04] every order is in all and in one other choice', () => {
  for (const state of orderStates) {
    const order = { state, expires, proofSent }
    const found = orderFilters.filter((filter) => isOfFilter(order, { filter, nowSec }))
    expect(found, state).toHaveLength(2)
    expect(found[0], state).toBe('all')
  }
})

test('[J04] orders are listed by the year in China in which they were made', () => {
  const at = (text: string) => ({ createdAt: Date.parse(text) / 1000 })
  // In China the first is of the new year.
  const [newest, next, oldest] = [at('2026-12-31T17:00:00Z'), at('2026-12-31T15:00:00Z'), at('2025-05-02T00:00:00Z')]
  expect(groupByYear([newest, next, oldest])).toEqual([
    { year: '2027', orders: [newest] },
    { year: '2026', orders: [next] },
    { year: '2025', orders: [oldest] },
  ])
  expect(groupByYear([])).toEqual([])
})

test('[J04] the number of an order is shown in groups', () => {
  expect(groupOrderNo('20261123VK4Q8M2A7B')).toBe('20261123 VK4Q 8M2A 7B')
})
