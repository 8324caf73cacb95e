import type { Transaction } from 'kysely'
import { createLedgerStore } from '../ledger/ledger-store.ts'
import type { VipTables, Verdict } from '../vip-tables.ts'
import { allSec, disputeOf, isOwnRefund, refundNoOf, shareSec, takenBackSec, type Transition } from './order-rules.ts'
import { createOrderStore, type OrderChange, type StoredOrder } from './order-store.ts'
import type { Settling } from './settle.ts'
import { isGiven, returnIn } from './taken-back.ts'

/** Applies reports that money of an order went back, or did not after all. */

/** Whether an order gave its time, which goes with the account; otherwise why its money waits for the operator. */
export async function whyLate(
  tx: Transaction<unknown>,
  order: StoredOrder,
): Promise<'no_account' | 'voucher_gone' | 'endless' | null> {
  if (order.userId === null) return order.vipUntil > 0 ? null : 'no_account'
  if (await isGiven(tx, order.no)) return null
  const events = await createOrderStore(tx.withTables<VipTables>()).eventsOf(order.no)
  return events.some(({ verdict }) => verdict === 'endless') ? 'endless' : 'voucher_gone'
}

/** Takes what was paid back: what was decided if we refunded it, a share if the merchant did it at the gateway. */
export async function refund(settling: Settling): Promise<Verdict> {
  const { order, report, tx, needs } = settling
  const isOurs = isOwnRefund(order, report.refundNo)
  const refundAmount = Math.min(order.amount, order.refundAmount + report.money.minor)
  const restSec = allSec(order) - takenBackSec(order)
  const seconds = refundAmount === order.amount ? allSec(order) - order.refundSec : refundedSec(order, report)
  await changeRefunded(settling, {
    isOurs,
    refundAmount,
    refundSec: Math.min(allSec(order), order.refundSec + seconds),
  })
  // A charge-back has taken everything.
  if (order.state === 'charged_back' || order.userId === null || !(await isGiven(tx, order.no))) return 'refund'
  await settling.notifyRefund()
  await needs.ledger.takeIn(tx, {
    userId: order.userId,
    kind: 'refund',
    ref: isOurs ? await ownRef(tx, `${order.no}:${report.refundNo}`) : `${order.no}:${report.eventKey}`,
    seconds: Math.min(restSec, seconds),
    actor: order.gateway,
    note: order.name,
  })
  return 'refund'
}

/** How much time a refund takes of which another part of the money remains. */
function refundedSec(order: StoredOrder, { refundNo, money }: Settling['report']): number {
  return refundNo === refundNoOf(order) && order.refundCount > 0 ? order.refundPlannedSec : shareSec(order, money.minor)
}

/** The entry of a refund that was decided; of one that had failed, and was made nevertheless, another. */
async function ownRef(tx: Transaction<unknown>, ref: string): Promise<string> {
  const store = createLedgerStore(tx.withTables<VipTables>())
  const isReturned = (await store.find('refund', `${ref}:failed`)) ?? (await store.find('refund', `${ref}:declined`))
  return isReturned === null ? ref : `${ref}:again`
}

/** A part that the merchant paid back ends nothing, and does not replace a refund of ours. */
async function changeRefunded(
  settling: Settling,
  { isOurs, refundAmount, refundSec }: { isOurs: boolean; refundAmount: number; refundSec: number },
): Promise<void> {
  const { order, orders, report, nowSec } = settling
  const left = order.amount - refundAmount
  const isPlanned = isOurs && report.refundNo === refundNoOf(order)
  const planned = isOurs ? Math.max(0, order.refundPlanned - report.money.minor) : order.refundPlanned
  const refundPlanned = isPlanned ? 0 : Math.min(planned, left)
  const change = { refundedSec: nowSec, refundAmount, refundPlanned, refundSec }
  const isEnded = refundPlanned === 0 && (isOurs || left === 0)
  const isWhole = left === 0 || refundSec >= allSec(order)
  if (isEnded && isWhole && (await orders.move(order.no, 'refund', { ...change, hold: '' }))) return
  if (isEnded && !isWhole && (await endPart(settling, change))) return
  await orders.change(order.no, change)
}

/** A refund of a part was made: the order is again what it was, also one that was charged back meanwhile. */
async function endPart({ order, orders, tx }: Settling, change: OrderChange): Promise<boolean> {
  if (order.state === 'charged_back') {
    await orders.change(order.no, { ...change, disputedState: 'fulfilled', disputedHold: '' })
    return true
  }
  const late = await whyLate(tx, order)
  const transition = late === null ? 'refundPart' : 'refundLatePart'
  return (await orders.move(order.no, transition, { ...change, hold: late ?? '' })) !== null
}

export async function chargeBack(settling: Settling): Promise<Verdict> {
  const { order, orders, report, tx, needs } = settling
  const dispute = disputeOf(report)
  // The gateway's decision for us may arrive before the charge-back that it is about.
  if ((await wonDisputes(settling)).has(dispute)) return 'chargeback'
  await settling.alert('chargeback', dispute)
  const moved = await orders.move(order.no, 'chargeBack', {
    hold: 'chargeback',
    disputedState: order.state,
    disputedHold: order.ownHold,
  })
  if (!moved || order.userId === null || !(await isGiven(tx, order.no))) return 'chargeback'
  await needs.ledger.takeIn(tx, {
    userId: order.userId,
    kind: 'chargeback',
    ref: `${order.no}:${dispute}`,
    seconds: allSec(order) - takenBackSec(order),
    actor: order.gateway,
    note: report.providerRef,
  })
  return 'chargeback'
}

/** The disputes about the payment of an order that were decided for us. */
async function wonDisputes({ order, orders }: Settling): Promise<Set<string>> {
  const events = await orders.eventsOf(order.no)
  const won = events.filter((event) => event.verdict === 'chargeback_won' && event.providerRef === order.paidRef)
  return new Set(won.map(disputeOf))
}

/** A charge-back was refused: unless another stands, what it took is given back, and what was refunded stays so. */
export async function winBack(settling: Settling): Promise<Verdict> {
  const { order, orders, report, tx, needs } = settling
  const won = (await wonDisputes(settling)).add(disputeOf(report))
  const standing = (await orders.eventsOf(order.no)).some(
    (event) => event.verdict === 'chargeback' && event.providerRef === order.paidRef && !won.has(disputeOf(event)),
  )
  if (standing) return 'chargeback_won'
  const { transition, hold } = await wayBack(settling)
  const moved = await orders.move(order.no, transition, { hold })
  if (moved?.state === 'refunding') await settling.resumeRefund()
  if (!moved) return 'chargeback_won'
  const takenByDisputes = -(await createLedgerStore(tx.withTables<VipTables>()).sumOf(order.no, disputeKinds))
  const entry = { kind: 'chargeback_won' as const, ref: `${order.no}:${disputeOf(report)}`, actor: order.gateway }
  await returnIn(needs.ledger, tx, { order, takenSec: takenByDisputes, entry })
  return 'chargeback_won'
}

const disputeKinds = ['chargeback', 'chargeback_won'] as const

/** To what an order returns that was charged back: what it was, or what was paid back meanwhile. */
async function wayBack({ order, tx }: Settling): Promise<{ transition: Transition; hold: string }> {
  const isPaidBack = order.refundAmount > 0 && order.refundSec >= allSec(order)
  if (isPaidBack && order.refundPlanned === 0) return { transition: 'winBackRefunded', hold: '' }
  if (order.refundPlanned > 0 || order.disputedState === 'refunding')
    return { transition: 'winBackRefunding', hold: order.disputedHold }
  const late = await whyLate(tx, order)
  return late === null ? { transition: 'winBack', hold: '' } : { transition: 'winBackLate', hold: late }
}
