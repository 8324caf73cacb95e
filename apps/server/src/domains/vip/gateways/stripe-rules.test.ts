import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFresh, isLiveKey, moneyOf, readStripeEvent, sessionReport } from './stripe-rules.ts'

const no = '20261127ABCDEFGHJK'
const session = {
  object: 'checkout.session',
  id: 'cs_test_1',
  client_reference_id: no,
  payment_intent: 'pi_1',
  payment_status: 'paid',
  status: 'complete',
  amount_total: 499,
  currency: 'eur',
} as const
const refund = {
  object: 'refund',
  id: 're_1',
  amount: 100,
  currency: 'eur',
  payment_intent: 'pi_1',
  status: 'succeeded',
  metadata: { no, refundNo: 'R1' },
}
const dispute = {
  object: 'dispute',
  id: 'dp_1',
  amount: 499,
  currency: 'eur',
  payment_intent: 'pi_1',
  status: 'needs_response',
}
const event = (type: string, object: unknown, change: object = {}) => ({
  type,
  livemode: false,
  data: { object },
  ...change,
})
const read = (type: string, object: unknown, change?: object) => readStripeEvent(event(type, object, change), false)

test('[J04] events of the other mode and of connected accounts are not ours', () => {
  const type = 'checkout.session.completed'
  expect(read(type, session, { livemode: true })).toEqual({ isValid: false, reason: 'merchant' })
  expect(read(type, session, { account: 'acct_1' })).toEqual({ isValid: false, reason: 'merchant' })
  expect(readStripeEvent(event(type, session), true)).toEqual({ isValid: false, reason: 'merchant' })
  expect(read(type, session, { livemode: undefined })).toEqual({ isValid: false, reason: 'fields' })
  expect(isLiveKey('sk_live_0123')).toBe(true)
  expect(isLiveKey('rk_live_0123')).toBe(true)
  expect(isLiveKey('sk_test_0123')).toBe(false)
})

test.each([
  [{ amount_total: 4.99 }],
  [{ amount_total: '499' }],
  [{ amount_total: -1 }],
  [{ amount_total: null }],
  [{ amount_total: 1e15 }],
  [{ payment_intent: null }],
  [{ payment_intent: 'pi 1' }],
  [{ object: 'charge' }],
])('[J04] a paid session with %j is refused', (change) => {
  expect(read('checkout.session.completed', { ...session, ...change })).toEqual({ isValid: false, reason: 'fields' })
})

test.each([
  ['checkout.session.completed', session, { client_reference_id: null }],
  ['checkout.session.completed', session, { client_reference_id: 'cart-77' }],
  ['checkout.session.completed', session, { client_reference_id: null, payment_intent: null, amount_total: 0 }],
  ['checkout.session.completed', session, { currency: 'usd' }],
  ['checkout.session.completed', session, { currency: 'EUR' }],
  ['checkout.session.completed', session, { currency: null }],
  ['checkout.session.expired', session, { client_reference_id: null, payment_status: 'unpaid', status: 'expired' }],
  ['refund.created', refund, { currency: 'usd' }],
  ['charge.dispute.created', dispute, { currency: 'usd' }],
])(
  '[J04] an event of another shop by the same account is taken, and not reported: %s, %j, %j',
  (type, object, change) => {
    expect(read(type, { ...object, ...change })).toEqual({ isValid: true, draft: null })
  },
)

test('[J04] sessions, refunds and disputes are reported when money moves', () => {
  const draftOf = (type: string, object: unknown) => {
    const notice = read(type, object)
    return notice.isValid ? notice.draft : notice
  }
  expect(draftOf('checkout.session.completed', session)).toMatchObject({
    kind: 'paid',
    no,
    eventKey: 'paid:pi_1',
  })
  expect(draftOf('checkout.session.async_payment_succeeded', session)).toMatchObject({ eventKey: 'paid:pi_1' })
  expect(draftOf('checkout.session.completed', { ...session, payment_status: 'unpaid' })).toBeNull()
  const expired = { ...session, payment_status: 'unpaid', status: 'expired', payment_intent: null }
  expect(draftOf('checkout.session.expired', expired)).toMatchObject({ kind: 'closed', eventKey: 'closed:cs_test_1' })
  expect(draftOf('refund.created', refund)).toMatchObject({
    kind: 'refunded',
    no,
    refundNo: 'R1',
    eventKey: 'refund:re_1',
  })
  expect(draftOf('refund.updated', { ...refund, status: 'pending' })).toBeNull()
  expect(draftOf('refund.created', { ...refund, metadata: null })).toMatchObject({ no: null, refundNo: '' })
  expect(draftOf('charge.dispute.created', dispute)).toMatchObject({ kind: 'charged_back', no: null })
  expect(draftOf('charge.dispute.funds_withdrawn', dispute)).toMatchObject({ eventKey: 'charged_back:dp_1' })
  expect(draftOf('charge.dispute.created', { ...dispute, status: 'warning_needs_response' })).toBeNull()
  expect(draftOf('charge.dispute.closed', { ...dispute, status: 'lost' })).toBeNull()
  expect(draftOf('charge.dispute.closed', { ...dispute, status: 'won' })).toMatchObject({ kind: 'chargeback_won' })
  expect(draftOf('customer.created', { object: 'customer' })).toBeNull()
  expect(draftOf('toString', session)).toBeNull()
  expect(sessionReport({ ...session, payment_status: 'unpaid', status: 'open' })).toBeNull()
})

test('[J04] a signature of Stripe counts for five minutes, before and after', () => {
  expect(isFresh('t=1000,v1=x', 1300)).toBe(true)
  expect(isFresh('t=1000,v1=x', 1301)).toBe(false)
  expect(isFresh('t=1301,v1=x', 1000)).toBe(false)
  for (const header of ['', 'v1=x', 't=,v1=x', 't=1e3,v1=x', 'xt=1000', 't=1000x'])
    expect(isFresh(header, 1000)).toBe(false)
})

test('[J04] amounts of Stripe are whole hundredths of yuan and euro', () => {
  expect(moneyOf(2990, 'cny')).toEqual({ minor: 2990, currency: 'CNY' })
  expect(moneyOf(0, 'eur')).toEqual({ minor: 0, currency: 'EUR' })
  fc.assert(
    fc.property(fc.double(), fc.string(), (minor, currency) => {
      if (!Number.isSafeInteger(minor)) expect(moneyOf(minor, 'eur')).toBeNull()
      if (currency !== 'eur' && currency !== 'cny') expect(moneyOf(1, currency)).toBeNull()
    }),
  )
})

test('[J04] no value makes a parser of Stripe throw', () => {
  const types = ['checkout.session.completed', 'refund.created', 'charge.dispute.created']
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom(...types), (value, type) => {
      expect(readStripeEvent(value, false).isValid).toBe(false)
      expect(read(type, value).isValid).toBe(false)
    }),
  )
})
