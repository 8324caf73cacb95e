import type { ListedPayment } from '@yunmu/test-bank'
import { membershipOf } from '../ledger/ledger-rules.ts'
import type { StoredEntry } from '../ledger/ledger-store.ts'
import { daySec } from '../orders/order-rules.ts'
import type { StoredOrder } from '../orders/order-store.ts'
import type { Account, SequenceParts } from './account.fixture.ts'

/** What an order has to end with, from what happened at the bank. */
interface Wanted {
  states: readonly StoredOrder['state'][]
  /** Seconds that stay given, if nothing was used. */
  seconds: number
  /** How much more it may be: shares of several refunds are rounded each, or together where they came before the payment. */
  roundingSec?: number
  isPaid: boolean
}

/** What the operator refunds at once where it is not everything: no sum of such parts is the whole. */
export const quarterOf = ({ amount }: { amount: number }): number => Math.floor(amount / 4)

/** The whole days of a quarter's share. */
const quarterSec = ({ amount, days }: StoredOrder): number =>
  Math.floor((days * quarterOf({ amount })) / amount) * daySec

/** How many quarters an amount is; null if it is not a number of them. */
function quartersOf(minor: number, order: StoredOrder): number | null {
  const count = minor / quarterOf(order)
  return Number.isInteger(count) ? count : null
}

const ended = ['expired', 'closed', 'failed'] as const

/** Compares what the station has of an account with the books of the bank; adds what is wrong to its faults. */
export async function judge(
  parts: SequenceParts,
  account: Account,
  { paymentsOf, passedSec }: { paymentsOf: (no: string) => readonly ListedPayment[]; passedSec: number },
): Promise<number> {
  const { station } = parts
  const { operator } = station.vip
  const entries = await operator.ledgerOf(account.userId)
  const orders = await operator.orders.list({ userId: account.userId }, 100)
  for (const order of orders) {
    await judgeSeconds(parts, account, order, paymentsOf(order.no))
    const wanted =
      parts.gateway === 'transfer'
        ? wantedOfTransfer(account, order)
        : wantedAt(parts, account, order, paymentsOf(order.no))
    compare(account, order, { wanted, entries, passedSec })
  }
  if (account.faults.length > 0) await explain(parts, account, { orders, entries, paymentsOf })
  const membership = (await station.accounts.memberships.of([account.userId])).get(account.userId)
  const folded = membershipOf(entries)
  if (entries.length > 0 && JSON.stringify(membership) !== JSON.stringify(folded))
    account.faults.push(`the columns say ${JSON.stringify(membership)}, the ledger ${JSON.stringify(folded)}`)
  return orders.length
}

/** Payments beside the one that counts go back, or wait for the operator; what nobody told of is named by the bill. */
async function judgeSeconds(
  { pool, gateway }: SequenceParts,
  { faults }: Account,
  order: StoredOrder,
  payments: readonly ListedPayment[],
): Promise<void> {
  const isSecond = ({ state, minor, ref }: ListedPayment): boolean =>
    state === 'paid' && minor === order.amount && order.paidRef !== '' && ref !== order.paidRef
  for (const { ref, refundedMinor, minor, isCharged } of payments.filter(isSecond)) {
    // A charge-back has returned the money, too.
    if (refundedMinor === minor || isCharged || order.hold !== '') continue
    const { rowCount } = await pool.query(
      `select 1 from reconciliation_row where provider_ref = $1 and kind = 'only_them' and flow = 'paid' and gateway = $2`,
      [ref, gateway],
    )
    if (rowCount !== 1) faults.push(`${order.no}: its second payment ${ref} was neither paid back nor named`)
  }
}

/** Adds what the station and the bank have of the orders of an account to its faults. */
async function explain(
  { station }: SequenceParts,
  { faults }: Account,
  of: {
    orders: readonly StoredOrder[]
    entries: readonly StoredEntry[]
    paymentsOf: (no: string) => readonly ListedPayment[]
  },
): Promise<void> {
  for (const { no } of of.orders.filter((order) => faults.some((fault) => fault.includes(order.no)))) {
    const found = await station.vip.operator.orders.find(no)
    for (const each of [found?.order, ...(found?.events ?? []), ...of.paymentsOf(no)]) faults.push(JSON.stringify(each))
    for (const each of of.entries.filter(({ ref }) => ref.startsWith(no))) faults.push(JSON.stringify(each))
  }
}

const allOf = ({ days }: StoredOrder): number => days * daySec

function wantedOfTransfer(account: Account, order: StoredOrder): Wanted {
  const { transferred, refunded } = account
  if (!transferred.has(order.no)) return { states: ended, seconds: 0, isPaid: false }
  if (refunded.has(order.no)) return { states: ['refunded'], seconds: 0, isPaid: true }
  // A refund that was asked for has taken its time, and waits for the operator.
  if (order.hold === 'refund_asked') return { states: ['refunding'], seconds: 0, isPaid: true }
  return { states: ['fulfilled'], seconds: allOf(order) - quarters(account, order) * quarterSec(order), isPaid: true }
}

/** The parts that the operator refunded where no bank has books of it: at most those that were tried. */
function quarters({ partTries, faults }: Account, order: StoredOrder): number {
  const count = quartersOf(order.refundAmount, order)
  if (count !== null && count <= (partTries.get(order.no) ?? 0)) return count
  faults.push(`${order.no}: ${order.refundAmount} were refunded, which nobody asked for`)
  return 0
}

function wantedAt(
  { gateway }: SequenceParts,
  account: Account,
  order: StoredOrder,
  payments: readonly ListedPayment[],
): Wanted {
  const paid = payments.filter(({ state }) => state === 'paid')
  const right = paid.filter(({ minor }) => minor === order.amount)
  if (right.length === 0) {
    // Money of a wrong amount waits for the operator, unless it went back.
    const isHeld = order.hold === 'amount_mismatch' && paid.length > 0
    return { states: isHeld ? [...ended, 'pending'] : ended, seconds: 0, isPaid: false }
  }
  // In parts before the station knew of the payment: nothing was given, nothing has to be.
  if (order.paidRef === '' && right.every(({ minor, refundedMinor }) => refundedMinor === minor))
    return { states: ended, seconds: 0, isPaid: false }
  const counted = right.find(({ ref }) => ref === order.paidRef)
  if (!counted) {
    account.faults.push(`${order.no}: its payment ${order.paidRef} is not one of the bank`)
    return { states: [], seconds: 0, isPaid: true }
  }
  return { ...outcomeOf({ gateway, account, order, counted }), isPaid: true }
}

/** What a paid order ends as. */
function outcomeOf(of: {
  gateway: SequenceParts['gateway']
  account: Account
  order: StoredOrder
  counted: ListedPayment
}): Omit<Wanted, 'isPaid'> {
  const { gateway, account, order, counted } = of
  if (counted.isCharged) return { states: ['charged_back'], seconds: 0 }
  const byHand = account.byHand.get(counted.ref) ?? []
  const takenByHand = byHand.reduce((sum, minor) => sum + minor, 0)
  // Shares are rounded.
  if (counted.refundedMinor === counted.minor) return { states: ['refunded'], seconds: 0 }
  if (gateway === 'epay' && account.refunded.has(order.no)) return { states: ['refunded'], seconds: 0 }
  const ours = counted.refundedMinor - takenByHand
  const parts = gateway === 'epay' ? quarters(account, order) : quartersOf(ours, order)
  // All that was unused.
  if (parts === null) return { states: ['refunded'], seconds: 0 }
  const taken = Math.floor((allOf(order) * takenByHand) / order.amount)
  const seconds = allOf(order) - taken - parts * quarterSec(order)
  const roundingSec = Math.max(0, byHand.length - 1)
  // What nobody can pay back waits for the operator: planned, it has taken its time; given up, it has given it back.
  if (order.state === 'refunding' && order.hold !== '')
    return { states: ['refunding'], seconds: plannedLeft(order, seconds), roundingSec }
  return { states: ['fulfilled'], seconds, roundingSec }
}

/** What is left while a refund that was decided waits. */
function plannedLeft({ refundPlanned, ...order }: StoredOrder, seconds: number): number {
  if (refundPlanned === 0) return seconds
  return refundPlanned === quarterOf(order) ? seconds - quarterSec({ ...order, refundPlanned }) : 0
}

function compare(
  account: Account,
  order: StoredOrder,
  { wanted, entries, passedSec }: { wanted: Wanted; entries: readonly StoredEntry[]; passedSec: number },
): void {
  const { no, state, hold, receiptNo } = order
  const net = entries
    .filter(({ ref }) => ref === no || ref.startsWith(`${no}:`))
    .reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  const fault = (text: string): void => void account.faults.push(`${no} (${state} ${hold}): ${text}`)
  if (!wanted.states.includes(state)) fault(`should be ${wanted.states.join(' or ')}`)
  // What was used before it was taken back stays.
  const most =
    wanted.seconds === allOf(order) || !wanted.isPaid
      ? wanted.seconds
      : Math.min(allOf(order), wanted.seconds + (wanted.roundingSec ?? 0) + passedSec)
  if (net < wanted.seconds || net > most) fault(`gave ${net} s, not ${wanted.seconds} s`)
  if (wanted.isPaid !== (receiptNo !== null)) fault(`its receipt is ${receiptNo}`)
}
