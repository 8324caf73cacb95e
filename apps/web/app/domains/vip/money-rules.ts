import type { Currency, VipPlan } from '@yunmu/contract'
import { priceUnit } from '@yunmu/contract/constants'

/** An amount in hundredths of a currency. */
export interface Money {
  minor: number
  currency: Currency
}

const currencySign: Readonly<Record<Currency, string>> = { CNY: '¥', EUR: '€' }

const daysPerMonth = 30.4375
/** Plans of at most so many days have their price per day, longer ones per month. */
const maxDailyDays = 31

/** `218.00`. Divides integers, because a product of floating-point numbers may be a hundredth less. */
export function fullNumber(minor: number): string {
  const whole = Math.floor(minor / priceUnit)
  return `${whole}.${String(minor % priceUnit).padStart(2, '0')}`
}

/** `218`, or `9.90` if there are hundredths. */
const shortNumber = (minor: number): string => (minor % priceUnit === 0 ? String(minor / priceUnit) : fullNumber(minor))

/** `¥218.00`. */
export const fullMoney = ({ minor, currency }: Money): string => currencySign[currency] + fullNumber(minor)

/** `¥218`, or `¥9.90`. Euro always has its hundredths. */
export function shortMoney(money: Money): string {
  const { sign, number } = partsOf(money)
  return sign + number
}

/** The price of a plan in the currency of a payment method. */
export const priceOf = (plan: Pick<VipPlan, 'amount' | 'currencyAmount'>, currency: Currency): Money => ({
  minor: currency === 'EUR' ? plan.currencyAmount : plan.amount,
  currency,
})

/**
 * The price that is shown of a plan: in the currency of the chosen method, before that in yuan, or in euro where it is sold in
 * euro only. Null if it is not sold in the currency.
 */
export function shownPrice(plan: Pick<VipPlan, 'amount' | 'currencyAmount'>, currency: Currency | null): Money | null {
  const price = priceOf(plan, currency ?? (plan.amount > 0 ? 'CNY' : 'EUR'))
  return price.minor > 0 ? price : null
}

/** Sign and number of an amount, for signs that are set smaller. */
export const partsOf = ({ minor, currency }: Money): { sign: string; number: string } => ({
  sign: currencySign[currency],
  number: currency === 'EUR' ? fullNumber(minor) : shortNumber(minor),
})

/** Yuan per day of a short plan (`¥1.29`), per month of a longer one (`¥18.17`); null without days or price. */
export function planRate({ amount, days }: Pick<VipPlan, 'amount' | 'days'>): {
  per: 'day' | 'month'
  text: string
} | null {
  if (amount === 0 || days < 2) return null
  if (days <= maxDailyDays) return { per: 'day', text: `¥${fullNumber(Math.round(amount / days))}` }
  return { per: 'month', text: `¥${fullNumber(Math.round(amount / Math.round(days / daysPerMonth)))}` }
}
