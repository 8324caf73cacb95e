import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fullMoney, fullNumber, planRate, priceOf, shownPrice, shortMoney } from './money-rules.ts'

test('[J04] prices are hundredths: yuan without empty hundredths, euro and receipts always with them', () => {
  expect(shortMoney({ minor: 21_800, currency: 'CNY' })).toBe('¥218')
  expect(shortMoney({ minor: 990, currency: 'CNY' })).toBe('¥9.90')
  expect(shortMoney({ minor: 5, currency: 'CNY' })).toBe('¥0.05')
  expect(shortMoney({ minor: 3000, currency: 'EUR' })).toBe('€30.00')
  expect(fullMoney({ minor: 21_800, currency: 'CNY' })).toBe('¥218.00')
  expect(fullMoney({ minor: 0, currency: 'CNY' })).toBe('¥0.00')
})

test('[J04] no amount loses a hundredth when it is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (minor) => {
      const [whole = '', hundredths = ''] = fullNumber(minor).split('.')
      expect(hundredths).toHaveLength(2)
      expect(Number(whole + hundredths)).toBe(minor)
    }),
  )
})

test('[J04] the method decides the currency of the price', () => {
  const plan = { amount: 21_800, currencyAmount: 2860 }
  expect(priceOf(plan, 'CNY')).toEqual({ minor: 21_800, currency: 'CNY' })
  expect(priceOf(plan, 'EUR')).toEqual({ minor: 2860, currency: 'EUR' })
})

test('[J04] a plan is shown at a price only in the currencies in which it is sold', () => {
  const [yuanOnly, euroOnly] = [
    { amount: 900, currencyAmount: 0 },
    { amount: 0, currencyAmount: 120 },
  ]
  expect(shownPrice(yuanOnly, null)).toEqual({ minor: 900, currency: 'CNY' })
  expect(shownPrice(yuanOnly, 'EUR')).toBeNull()
  expect(shownPrice(euroOnly, null)).toEqual({ minor: 120, currency: 'EUR' })
  expect(shownPrice(euroOnly, 'CNY')).toBeNull()
  expect(shownPrice({ amount: 900, currencyAmount: 120 }, null)).toEqual({ minor: 900, currency: 'CNY' })
  expect(shownPrice({ amount: 0, currencyAmount: 0 }, null)).toBeNull()
})

test('[J04] up to a month a plan has its price per day, from then on per month', () => {
  expect(planRate({ amount: 900, days: 7 })).toEqual({ per: 'day', text: '¥1.29' })
  expect(planRate({ amount: 2500, days: 30 })).toEqual({ per: 'day', text: '¥0.83' })
  expect(planRate({ amount: 6800, days: 90 })).toEqual({ per: 'month', text: '¥22.67' })
  expect(planRate({ amount: 21_800, days: 365 })).toEqual({ per: 'month', text: '¥18.17' })
  expect(planRate({ amount: 39_800, days: 730 })).toEqual({ per: 'month', text: '¥16.58' })
  expect(planRate({ amount: 900, days: 1 })).toBeNull()
  expect(planRate({ amount: 0, days: 7 })).toBeNull()
})
