import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { appendAudit } from '../../../platform/audit/audit.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { createLedgerStore } from '../ledger/ledger-store.ts'
import { orderChanged } from '../vip-events.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { settleLastRefund } from './last-refund.ts'
import { allSec, daySec, ownRefundSec, refundAmount, refundNoOf, refundReport, takenBackSec } from './order-rules.ts'
import { createOrderStore, type StoredOrder } from './order-store.ts'
import { alertIn, declineNoticeJob, refundJob, type refundDoubleJob } from './settle.ts'
import { whyLate } from './take-back.ts'
import { isGiven, returnIn } from './taken-back.ts'

/** A refund that has not ended is asked for again after this time, with the same number. */
export const pauseSec = 10 * 60
/** Tries, over some three days, after which the operator is told. */
export const maxTries = 432
/** Refunds that one run of the schedule tries. */
const maxAtOnce = 200

/** Our number of the refund of a second payment: unique for each. */
export const doubleRefundNo = (no: string, providerRef: string): string =>
  `${no}D${createHash('sha256').update(providerRef).digest('hex').slice(0, 8)}`

const byHand = ({ clock }: VipParts, actor: string) => ({ domain: 'vip', actor, atSec: nowSec(clock) })
/** What is paid back, and how much of the order's time goes with it, used or not. */
export interface RefundPlan {
  minor: number
  seconds: number
}

/** What a decided refund changes: it gets a number of its own. */
const planOf = (order: StoredOrder, { minor, seconds }: RefundPlan) => ({
  refundPlanned: minor,
  refundPlannedSec: seconds,
  refundCount: order.refundCount + 1,
  refundTries: 0,
  refundTriedSec: 0,
  hold: '',
})

/** What is left of the time that an order gave to a user whom the transaction has locked. */
const unusedIn = async ({ ledger }: VipParts, tx: Transaction<unknown>, order: StoredOrder): Promise<number> =>
  order.userId === null ? 0 : ledger.leftIn(tx, order.userId, order.days * daySec)

/** Takes back what a refund takes of an order's time when it is decided, so that no other refund is computed from it. */
async function takeIn(
  { ledger }: VipParts,
  tx: Transaction<unknown>,
  { before, order, actor }: { before: StoredOrder; order: StoredOrder; actor: string },
): Promise<void> {
  const { no, userId, name, refundPlannedSec } = order
  if (userId === null || !(await isGiven(tx, no))) return
  const ref = `${no}:${refundNoOf(order)}`
  const seconds = Math.min(refundPlannedSec, allSec(before) - takenBackSec(before))
  await ledger.takeIn(tx, { userId, kind: 'refund', ref, seconds, actor, note: name })
}

/** Gives back what a refund took that is not made, or only in part. */
async function returnRefundIn(
  { ledger }: VipParts,
  tx: Transaction<unknown>,
  { order, end, actor }: { order: StoredOrder; end: 'failed' | 'declined' | 'part'; actor: string },
): Promise<void> {
  const ref = `${order.no}:${refundNoOf(order)}`
  const taken = await createLedgerStore(tx.withTables<VipTables>()).find('refund', ref)
  if (!taken) return
  const entry = { kind: 'refund' as const, ref: `${ref}:${end}`, actor }
  const takenSec = Math.abs(taken.seconds ?? 0)
  await returnIn(ledger, tx, { order: end === 'part' ? order : { ...order, refundPlanned: 0 }, takenSec, entry })
}

/** Locks the user and then the order, as everywhere. */
async function lockOrder({ ledger }: VipParts, tx: Transaction<unknown>, no: string): Promise<StoredOrder | null> {
  const orders = createOrderStore(tx.withTables<VipTables>())
  const userId = (await orders.find(no))?.userId ?? null
  if (userId !== null) await ledger.lockIn(tx, userId)
  return orders.lock(no)
}

/** After a refund changed an order and perhaps the ledger. */
function announce({ ledger, events }: VipParts, { userId, no }: StoredOrder): void {
  if (userId === null) return
  ledger.announce(userId)
  events.announce(orderChanged, { userId, no })
}

/**
 * A user asks for a refund within the cooling-off time. What is unused is taken back at once, and paid back by the gateway;
 * where it cannot, or nothing is unused, the operator decides. Null if the order changed meanwhile.
 */
export async function askRefund(parts: VipParts, present: StoredOrder, reason: string): Promise<StoredOrder | null> {
  const { no } = present
  const gateway = await parts.gateways.find(present.gateway)
  const last = await settleLastRefund(parts, present, gateway)
  if (last === 'made') return parts.orders.find(no)
  await parts.jobs.prepare()
  const asked = await parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(parts, tx, no)
    if (!order) return null
    const amount = Math.min(order.amount - order.refundAmount, refundAmount(order, await unusedIn(parts, tx, order)))
    const isPlanned = amount > 0 && last === 'none'
    const isAutomatic = isPlanned && Boolean(gateway?.refund)
    const hold = isAutomatic ? '' : 'refund_asked'
    const seconds = allSec(order) - order.refundSec
    const change = isPlanned ? { ...planOf(order, { minor: amount, seconds }), hold } : { hold }
    const orders = createOrderStore(tx.withTables<VipTables>())
    const moved = await orders.move(no, 'askRefund', { ...change, refundReason: reason })
    if (!moved) return null
    if (isPlanned) await takeIn(parts, tx, { before: order, order: moved, actor: 'user' })
    if (isAutomatic) await parts.jobs.enqueue(refundJob, { no }, { tx })
    else await alertIn(parts, tx, 'refund_asked', no, String(nowSec(parts.clock)))
    if (moved.userId !== null) await parts.events.announceIn(tx, orderChanged, { userId: moved.userId, no })
    return moved
  })
  if (asked) announce(parts, asked)
  return asked
}

export type RefundDecision = 'NoSuchOrder' | 'NoGateway' | 'NotRefundable' | 'AmountInvalid' | 'Unclear' | StoredOrder

/** What the operator says of a refund; the rest follows from the order. */
export interface RefundWish {
  /** Hundredths. */
  amount?: number | undefined
  /** Days of the order that are taken back. */
  days?: number | undefined
}

/**
 * The operator refunds an order: by its gateway, or, where that cannot, after paying back by hand. The amount is what is
 * unused unless one is given; a part takes the whole days of its share unless the days are given.
 */
export async function refundOrder(
  parts: VipParts,
  no: string,
  by: RefundWish & { actor: string },
): Promise<RefundDecision> {
  const order = await parts.orders.find(no)
  if (!order) return 'NoSuchOrder'
  const gateway = await parts.gateways.find(order.gateway)
  // Nobody knows whether it was paid back.
  if (!gateway) return 'NoGateway'
  // Without a plan the next refund has a number of its own.
  const last = order.refundPlanned > 0 ? 'none' : await settleLastRefund(parts, order, gateway)
  if (last === 'unclear') return 'Unclear'
  if (last === 'made') return (await parts.orders.find(no)) ?? 'NoSuchOrder'
  await parts.jobs.prepare()
  const decided = await parts.db
    .transaction()
    .execute((tx) => decideIn(parts, tx, { ...by, no, isByHand: !gateway.refund }))
  if (typeof decided === 'string') return decided
  if (!gateway.refund) await parts.settlement.settle(order.gateway, refundReport(decided, decided.refundPlanned))
  announce(parts, decided)
  return (await parts.orders.find(no)) ?? 'NoSuchOrder'
}

/** A decided refund of which nobody knows how it ended is tried again, as it was decided and with its number. */
async function restartIn(
  parts: VipParts,
  tx: Transaction<unknown>,
  of: RefundWish & { order: StoredOrder; actor: string; isByHand: boolean },
): Promise<RefundDecision> {
  const { order, amount, days, actor, isByHand } = of
  if (order.state !== 'refunding' || order.hold !== 'refund_failed') return 'NotRefundable'
  if (amount !== undefined && amount !== order.refundPlanned) return 'AmountInvalid'
  if (days !== undefined && days * daySec !== order.refundPlannedSec) return 'AmountInvalid'
  await createOrderStore(tx.withTables<VipTables>()).change(order.no, { hold: '', refundTries: 0, refundTriedSec: 0 })
  const [before, after] = [{ hold: order.hold }, { hold: '', refundPlanned: order.refundPlanned }]
  await appendAudit(tx, { ...byHand(parts, actor), act: 'refund restarted', subject: order.no, before, after })
  if (!isByHand) await parts.jobs.enqueue(refundJob, { no: order.no }, { tx })
  return order
}

/** What an order is paid back by default: what was unused when that was asked for, or is now; all if nothing was given. */
async function dueIn(parts: VipParts, tx: Transaction<unknown>, order: StoredOrder): Promise<number> {
  if (order.refundPlanned > 0) return order.refundPlanned
  if ((await whyLate(tx, order)) !== null) return order.amount
  return refundAmount(order, await unusedIn(parts, tx, order))
}

/** What a refund pays back and takes. Null if it is more than is unpaid, or nothing. */
async function planIn(
  parts: VipParts,
  tx: Transaction<unknown>,
  order: StoredOrder,
  { amount, days }: RefundWish,
): Promise<RefundPlan | null> {
  const unpaid = order.amount - order.refundAmount
  const dueMinor = Math.min(unpaid, await dueIn(parts, tx, order))
  const minor = amount ?? dueMinor
  if (minor <= 0 || minor > unpaid || (days ?? 0) > order.days) return null
  return { minor, seconds: ownRefundSec(order, { minor, dueMinor, days }) }
}

/** What `refundOrder` would do now, in money and time; null if nothing. */
export async function previewRefund(parts: VipParts, no: string, wish: RefundWish): Promise<RefundPlan | null> {
  return parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(parts, tx, no)
    const isRestart = order !== null && order.refundPlanned > 0 && order.hold !== 'refund_asked'
    if (isRestart) return { minor: order.refundPlanned, seconds: order.refundPlannedSec }
    return order && planIn(parts, tx, order, wish)
  })
}

async function decideIn(
  parts: VipParts,
  tx: Transaction<unknown>,
  { no, actor, isByHand, ...wish }: RefundWish & { no: string; actor: string; isByHand: boolean },
): Promise<RefundDecision> {
  const orders = createOrderStore(tx.withTables<VipTables>())
  const order = await lockOrder(parts, tx, no)
  if (!order) return 'NoSuchOrder'
  const isAsked = order.hold === 'refund_asked'
  if (order.refundPlanned > 0 && !isAsked) return restartIn(parts, tx, { ...wish, order, actor, isByHand })
  const plan = await planIn(parts, tx, order, wish)
  if (!plan) return 'AmountInvalid'
  // What was planned when it was asked for keeps its number: no gateway was told of it.
  const refundCount = order.refundPlanned > 0 ? order.refundCount : order.refundCount + 1
  const change = { ...planOf(order, plan), refundCount }
  if (order.state === 'refunding') await orders.change(no, change)
  else if (!(await orders.move(no, 'askRefund', change))) return 'NotRefundable'
  const decided = { ...order, ...change, state: 'refunding' as const }
  await takeIn(parts, tx, { before: order, order: decided, actor })
  // More was taken when it was asked for.
  if (order.refundPlanned > 0 && plan.seconds < order.refundPlannedSec)
    await returnRefundIn(parts, tx, { order: decided, end: 'part', actor })
  const before = { state: order.state, refundAmount: order.refundAmount }
  const after = { state: decided.state, refundPlanned: plan.minor, takenSec: plan.seconds }
  await appendAudit(tx, { ...byHand(parts, actor), act: 'refund', subject: no, before, after })
  if (!isByHand) await parts.jobs.enqueue(refundJob, { no }, { tx })
  if (order.userId !== null) await parts.events.announceIn(tx, orderChanged, { userId: order.userId, no })
  return decided
}

/**
 * The operator declines a refund that was asked for, or does not end and of which the gateway says that it was not made: the
 * order is as it was, and what was taken is given back.
 */
export async function declineRefund(
  parts: VipParts,
  no: string,
  { actor, reason }: { actor: string; reason: string },
): Promise<StoredOrder | null> {
  const present = await parts.orders.find(no)
  // What is being paid back cannot be stopped.
  if (!present || !(await isStoppable(parts, present))) return null
  await parts.jobs.prepare()
  const declined = await parts.db.transaction().execute(async (tx) => {
    const orders = createOrderStore(tx.withTables<VipTables>())
    const locked = await lockOrder(parts, tx, no)
    if (!locked || locked.refundCount !== present.refundCount || locked.hold !== present.hold) return null
    const late = await whyLate(tx, locked)
    const declined = { declinedSec: nowSec(parts.clock), declineReason: reason }
    const change = { hold: late ?? '', refundPlanned: 0, ...declined }
    const moved = await orders.move(no, late === null ? 'declineRefund' : 'declineLateRefund', change)
    if (!moved) return null
    if (locked.refundPlanned > 0) await returnRefundIn(parts, tx, { order: locked, end: 'declined', actor })
    const [before, after] = [{ state: 'refunding' }, { state: moved.state, reason }]
    await appendAudit(tx, { ...byHand(parts, actor), act: 'refund declined', subject: no, before, after })
    if (moved.userId !== null) await parts.events.announceIn(tx, orderChanged, { userId: moved.userId, no })
    await parts.jobs.enqueue(declineNoticeJob, { no }, { tx })
    return moved
  })
  if (declined) announce(parts, declined)
  return declined
}

async function isStoppable(parts: VipParts, order: StoredOrder): Promise<boolean> {
  if (order.refundPlanned === 0 || order.hold === 'refund_asked') return true
  if (order.hold !== 'refund_failed') return false
  const gateway = await parts.gateways.find(order.gateway)
  return gateway !== null && (await settleLastRefund(parts, order, gateway)) === 'none'
}

/** Runs a decided refund, unless it was tried a moment ago. One that has not ended is tried again by `retryRefunds`; one that is declined needs the operator. */
export async function runRefund(parts: VipParts, no: string): Promise<void> {
  const tries = await parts.orders.startRefund(no, nowSec(parts.clock), pauseSec)
  const order = tries === null ? null : await parts.orders.find(no)
  if (!order || tries === null) return
  const gateway = await parts.gateways.find(order.gateway)
  if (!gateway?.refund || tries > maxTries) return holdRefund(parts, order)
  const { currency } = order
  const done = await gateway.refund({
    no,
    refundNo: refundNoOf(order),
    providerRef: order.paidRef,
    paid: { minor: order.amount, currency },
    money: { minor: order.refundPlanned, currency },
  })
  if (done.state === 'done') await parts.settlement.settle(order.gateway, refundReport(order, order.refundPlanned))
  if (done.state !== 'failed') return
  parts.log.warn({ order: no, reason: done.reason }, 'a refund failed')
  await endFailed(parts, order)
}

/** Tries refunds again that have not ended: the gateway is still working, could not be reached, or the job was lost. */
export async function retryRefunds(parts: VipParts, signal: AbortSignal): Promise<void> {
  for (const no of await parts.orders.refundsDue(nowSec(parts.clock) - pauseSec, maxAtOnce)) {
    if (signal.aborted) return
    try {
      await runRefund(parts, no)
    } catch (err) {
      parts.log.warn({ err, order: no }, 'a refund could not be tried again')
    }
  }
}

/** A refund that cannot be made here, or does not end, waits for the operator, who restarts or records it. */
async function holdRefund(parts: VipParts, order: StoredOrder): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    await createOrderStore(tx.withTables<VipTables>()).change(order.no, { hold: 'refund_failed' })
    await alertIn(parts, tx, 'refund_failed', order.no, failureOf(parts, order))
  })
}

/** A refund may fail again, under its number or another: operators are told each time. */
const failureOf = ({ clock }: VipParts, order: StoredOrder): string => `${refundNoOf(order)}:${nowSec(clock)}`

/** A refund that failed gives back the time that it took. The operator may try again with `orders refund`. */
async function endFailed(parts: VipParts, failed: StoredOrder): Promise<void> {
  const { no } = failed
  const isEnded = await parts.db.transaction().execute(async (tx) => {
    const order = await lockOrder(parts, tx, no)
    if (order?.state !== 'refunding' || order.refundPlanned === 0 || order.refundCount !== failed.refundCount)
      return false
    await createOrderStore(tx.withTables<VipTables>()).change(no, { hold: 'refund_failed', refundPlanned: 0 })
    await returnRefundIn(parts, tx, { order, end: 'failed', actor: order.gateway })
    await alertIn(parts, tx, 'refund_failed', no, failureOf(parts, order))
    return true
  })
  if (isEnded) announce(parts, failed)
}

/** Pays back the second payment of an order, where its gateway can. `retryDoubleRefunds` tries it again until it is done. */
export async function runDoubleRefund(
  parts: VipParts,
  payload: z.output<typeof refundDoubleJob.payload>,
): Promise<void> {
  const { no, providerRef, minor, currency } = payload
  const gateway = await parts.gateways.find(payload.gateway)
  // The order stays held for the operator.
  if (!gateway?.refund) return
  const money = { minor, currency }
  const refundNo = doubleRefundNo(no, providerRef)
  const done = await gateway.refund({ no, refundNo, providerRef, paid: money, money })
  const report = { kind: 'refunded' as const, no, providerRef, money, eventKey: `refund:${refundNo}`, refundNo }
  if (done.state === 'done') await parts.settlement.settle(payload.gateway, report)
  if (done.state === 'failed')
    await parts.db.transaction().execute((tx) => alertIn(parts, tx, 'refund_failed', no, refundNo))
}
