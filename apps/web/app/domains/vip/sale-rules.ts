import type { Currency, PaymentMethod } from '@yunmu/contract'
import { paymentMethod } from '@yunmu/contract/constants'

/** What can be promised of buying here: it follows from the payment methods that the station has. */
export interface SaleWays {
  /** In which the station takes money; both before the methods are known. */
  currencies: readonly Currency[]
  /** How soon a payment counts: by a gateway's notification within a minute, or when the operator has compared it. */
  pace: 'quick' | 'byHand' | 'both'
  /** Whether a payment page may say 收款受限, which is Alipay's and WeChat's. */
  canBeRestricted: boolean
}

const allCurrencies = ['CNY', 'EUR'] as const

export function saleWays(methods: readonly PaymentMethod[] | undefined, isDemo: boolean): SaleWays {
  const known = methods ?? []
  const byHand = known.filter((method) => method.byHand)
  const pace = byHand.length === 0 ? 'quick' : byHand.length === known.length ? 'byHand' : 'both'
  const currencies = allCurrencies.filter(
    (currency) => known.length === 0 || known.some((method) => method.currency === currency),
  )
  const canBeRestricted =
    !isDemo &&
    known.some(({ id, byHand: isByHand }) => !isByHand && paymentMethod.confirmFirst.some((one) => one === id))
  return { currencies, pace, canBeRestricted }
}

/** How soon a payment by the chosen method counts; before one is chosen, by those that there are. */
export const paceOf = (method: PaymentMethod | null, ways: SaleWays): SaleWays['pace'] =>
  method === null ? ways.pace : method.byHand ? 'byHand' : 'quick'
