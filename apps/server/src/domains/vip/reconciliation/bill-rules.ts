import { chinaDay } from '@yunmu/contract/china-time'
import type { Money } from '../gateways/gateway.ts'
import { daySec } from '../orders/order-rules.ts'

/** A payment or refund, as we or the gateway have it. */
export interface Movement {
  flow: 'paid' | 'refunded'
  no: string
  providerRef: string
  /** The merchant's number of a refund, if it is known. */
  refundNo: string
  /** The key of the gateway's own report of it, if it is known. */
  eventKey: string
  money: Money
}

/** A movement as we have it. */
export interface OwnMovement extends Movement {
  /** Whether the gateway must have it in the bill of the day, or in an earlier one: we learnt of it on the day. */
  isOfDay: boolean
  /** It cannot have happened before. */
  sinceSec: number
}

export interface Difference {
  kind: 'only_us' | 'only_them' | 'amount'
  flow: Movement['flow']
  no: string
  providerRef: string
  refundNo: string
  /** Hundredths; 0 on the side that has nothing. */
  ours: number
  theirs: number
  currency: string
}

type KeysOf = (movement: Movement) => string[]

/** Movements with a name in common are the same. A refund is named by its number: there may be several of one payment. */
const namesOf: KeysOf = ({ flow, no, providerRef, refundNo, eventKey }) =>
  flow === 'paid'
    ? [`paid ${no} ${providerRef}`]
    : [refundNo && `number ${no} ${refundNo}`, eventKey && `event ${eventKey}`].filter((name) => name !== '')

const tradeOf: KeysOf = ({ flow, no, providerRef }) => [`${flow} ${no} ${providerRef}`]

/** A refund without any number is that of its payment. */
const tradeOfUnnamed: KeysOf = (movement) => (namesOf(movement).length > 0 ? [] : tradeOf(movement))

const withMoney =
  (keysOf: KeysOf): KeysOf =>
  (movement) =>
    keysOf(movement).map((key) => `${key} ${movement.money.minor} ${movement.money.currency}`)

/** By what a row of a bill is found among ours, the surest first. */
const passes: readonly { theirs: KeysOf; mine: KeysOf }[] = [
  { theirs: withMoney(namesOf), mine: withMoney(namesOf) },
  { theirs: namesOf, mine: namesOf },
  { theirs: withMoney(tradeOfUnnamed), mine: withMoney(tradeOf) },
  { theirs: tradeOfUnnamed, mine: tradeOf },
]

/** Finds for each row of a bill one of ours that no other row has: money that went back twice is there twice. */
function pairUp<Own extends Movement>(bill: readonly Movement[], mine: readonly Own[]) {
  const left = new Set(mine)
  let rest = [...bill]
  const pairs: [Movement, Own][] = []
  for (const pass of passes) {
    const byKey = Map.groupBy(
      [...left].flatMap((movement) => pass.mine(movement).map((key) => ({ key, movement }))),
      ({ key }) => key,
    )
    rest = rest.filter((row) => {
      const found = pass
        .theirs(row)
        .flatMap((key) => byKey.get(key) ?? [])
        .find(({ movement }) => left.has(movement))
      if (!found) return true
      left.delete(found.movement)
      pairs.push([row, found.movement])
      return false
    })
  }
  return { pairs, onlyBill: rest, onlyMine: [...left] }
}

const differenceOf = (
  kind: Difference['kind'],
  { flow, no, providerRef, refundNo, money }: Movement,
  amounts: { ours: number; theirs: number },
): Difference => ({ kind, flow, no, providerRef, refundNo, ...amounts, currency: money.currency })

/**
 * What a day's bill has differently. `mine` are all movements that we have of the orders in the bill, of any day, and those
 * of the day. `missing` are movements of the day that are not in this bill: they may be in an earlier one, because we can
 * learn of a payment later.
 */
export function compareBill<Own extends OwnMovement>(
  bill: readonly Movement[],
  mine: readonly Own[],
): { differences: Difference[]; missing: Own[] } {
  const { pairs, onlyBill, onlyMine } = pairUp(bill, mine)
  const amounts = pairs.flatMap(([row, own]) => {
    const isSame = row.money.minor === own.money.minor && row.money.currency === own.money.currency
    return isSame ? [] : [differenceOf('amount', row, { ours: own.money.minor, theirs: row.money.minor })]
  })
  const unknown = onlyBill.map((row) => differenceOf('only_them', row, { ours: 0, theirs: row.money.minor }))
  return { differences: [...amounts, ...unknown], missing: onlyMine.filter(({ isOfDay }) => isOfDay) }
}

/** Those that another bill does not have either. */
export const stillMissing = <Own extends OwnMovement>(missing: readonly Own[], bill: readonly Movement[]): Own[] =>
  pairUp(bill, missing).onlyMine

/** A movement that is in no bill. */
export const onlyOurs = (movement: Movement): Difference =>
  differenceOf('only_us', movement, { ours: movement.money.minor, theirs: 0 })

/** Gateways make the bill of a day in the morning after it. */
const billAfterSec = 10 * 3600

/** The newest day in China whose bill can be expected. */
export const billDay = (nowSec: number): string => chinaDay(nowSec - billAfterSec - daySec)

export const dayStartSec = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000

export const dayBefore = (day: string): string => chinaDay(dayStartSec(day) - daySec)

/** Bills of so many days are compared, if they could not be before: gateways and stations fail for days. */
const maxBillDays = 30

/**
 * The days whose bills have to be compared, newest first.
 * @param firstSec when the first order of the gateway was made; null if there is none
 */
export function daysToCompare(nowSec: number, firstSec: number | null, compared: ReadonlySet<string>): string[] {
  const newest = billDay(nowSec)
  const first = firstSec === null ? newest : chinaDay(firstSec)
  const days = Array.from({ length: maxBillDays }, (_, at) => chinaDay(dayStartSec(newest) - at * daySec))
  return days.filter((day) => (day === newest || day >= first) && !compared.has(day))
}
