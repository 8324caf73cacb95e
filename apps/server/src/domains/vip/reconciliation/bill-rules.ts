import type { Money } from '../gateways/gateway.ts'

/** A payment or refund, as we or the gateway have it. */
export interface Movement {
  flow: 'paid' | 'refunded'
  no: string
  providerRef: string
  /** Our number of a refund, if it is known. */
  refundNo: string
  money: Money
}

export interface Difference {
  kind: 'only_us' | 'only_them' | 'amount'
  flow: Movement['flow']
  no: string
  providerRef: string
  /** Hundredths; 0 on the side that has nothing. */
  ours: number
  theirs: number
  currency: string
}

/** Movements with a key in common are the same: of a refund some bills have our number, others that of the payment. */
const keysOf = ({ flow, no, providerRef, refundNo }: Movement): string[] => [
  `${flow} ${no} ${providerRef}`,
  ...(refundNo === '' ? [] : [`${flow} ${refundNo}`]),
]

/** Finds the same movement among these. */
function finder(movements: readonly Movement[]): (movement: Movement) => Movement | undefined {
  const byKey = new Map(movements.flatMap((movement) => keysOf(movement).map((key) => [key, movement])))
  return (movement) => keysOf(movement).flatMap((key) => byKey.get(key) ?? [])[0]
}

/**
 * What differs between a day's bill and our orders. `ours` are the movements that we stored that day: each must be in the
 * bill of the day or, because we may learn of a payment later, of the days before. `known` are all that we have of the
 * orders in the bill, of any day.
 */
export function compareBill(side: {
  ours: readonly Movement[]
  known: readonly Movement[]
  bill: readonly Movement[]
  billsBefore: readonly Movement[]
}): Difference[] {
  const inOurs = finder([...side.known, ...side.ours])
  const inTheirs = finder([...side.billsBefore, ...side.bill])
  const fromBill = side.bill.flatMap((movement): Difference[] => {
    const { flow, no, providerRef, money } = movement
    const mine = inOurs(movement)
    const row = { flow, no, providerRef, ours: mine?.money.minor ?? 0, theirs: money.minor, currency: money.currency }
    if (!mine) return [{ ...row, kind: 'only_them' }]
    const isSame = mine.money.minor === money.minor && mine.money.currency === money.currency
    return isSame ? [] : [{ ...row, kind: 'amount' }]
  })
  const onlyOurs = side.ours.flatMap((movement): Difference[] => {
    const { flow, no, providerRef, money } = movement
    if (inTheirs(movement)) return []
    return [{ kind: 'only_us', flow, no, providerRef, ours: money.minor, theirs: 0, currency: money.currency }]
  })
  return [...fromBill, ...onlyOurs]
}
