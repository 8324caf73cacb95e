import type { PaymentMethod } from '@yunmu/contract'
import { expect, test } from 'vitest'
import { paceOf, saleWays } from './sale-rules.ts'

const method = (id: number, change: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id,
  name: '',
  img: '',
  desc: '',
  byHand: false,
  currency: 'CNY',
  ...change,
})
const transfer = method(4, { byHand: true })
const card = method(3, { currency: 'EUR' })

test('[J04] a station with a transfer only promises neither a minute nor euro', () => {
  const ways = saleWays([transfer], false)
  expect(ways).toEqual({ currencies: ['CNY'], pace: 'byHand', canBeRestricted: false })
  expect(paceOf(null, ways)).toBe('byHand')
})

test('[J04] with a gateway beside a transfer the chosen method says how soon a payment counts', () => {
  const ways = saleWays([method(1), card, transfer], false)
  expect(ways).toEqual({ currencies: ['CNY', 'EUR'], pace: 'both', canBeRestricted: true })
  expect([paceOf(null, ways), paceOf(card, ways), paceOf(transfer, ways)]).toEqual(['both', 'quick', 'byHand'])
})

test('[J04] neither a card nor the demonstration can be restricted', () => {
  expect(saleWays([card], false)).toEqual({ currencies: ['EUR'], pace: 'quick', canBeRestricted: false })
  expect(saleWays([method(1), method(2)], true).canBeRestricted).toBe(false)
  expect(saleWays(undefined, false).currencies).toEqual(['CNY', 'EUR'])
})
