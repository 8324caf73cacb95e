import { isVip } from '@yunmu/contract'
import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { nowSec } from '../../../platform/process/clock.ts'
import { writeAudit } from '../audit/audit-store.ts'
import type { GatewayReport } from '../gateways/gateway.ts'
import { leftOf } from '../ledger/ledger-rules.ts'
import { orderChanged } from '../vip-events.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { daySec, refundAmount, refundNoOf } from './order-rules.ts'
import { createOrderStore, type StoredOrder } from './order-store.ts'
import { alertIn, refundDoubleJob, refundJob } from './settle.ts'

/** A refund that the gateway is still working on is asked for again after this time. */
const pendingPauseMs = 10 * 60_000

/** Our number of the refund of a second payment: unique for each. */
export const doubleRefundNo = (no: string, providerRef: string): string =>
  `${no}D${createHash('sha256').update(providerRef).digest('hex').slice(0, 8)}`

/** What is left of the time that an order gave. */
async function unusedSec({ memberships, clock }: VipParts, order: StoredOrder): Promise<number> {
  const membership = order.userId === null ? undefined : (await memberships.of([order.userId])).get(order.userId)
  const at = nowSec(clock)
  return membership && isVip(membership, at) ? leftOf(membership, order.days * daySec, at) : 0
}

/**
 * A user asks for a refund within the cooling-off time. What is unused is paid back by the gateway; where it cannot, or
 * nothing is unused, the operator decides. Null if the order changed meanwhile.
 */
export async function askRefund(parts: VipParts, order: StoredOrder, reason: string): Promise<StoredOrder | null> {
  const gateway = await parts.gateways.find(order.gateway)
  const amount = refundAmount(order, await unusedSec(parts, order))
  const isAutomatic = amount > 0 && Boolean(gateway?.refund)
  const change = {
    refundReason: reason,
    refundAmount: isAutomatic ? amount : 0,
    hold: isAutomatic ? '' : 'refund_asked',
  }
  return parts.db.transaction().execute(async (tx) => {
    const moved = await createOrderStore(tx.withTables<VipTables>()).move(order.no, 'askRefund', change)
    if (!moved) return null
    if (isAutomatic) await parts.jobs.enqueue(refundJob, { no: order.no }, { tx })
    else await alertIn(parts, tx, 'refund_asked', order.no)
    if (moved.userId !== null) await parts.events.announceIn(tx, orderChanged, { userId: moved.userId, no: moved.no })
    return moved
  })
}

export type RefundDecision = 'NoSuchOrder' | 'NoGateway' | 'NotRefundable' | 'AmountInvalid' | StoredOrder

/**
 * The operator refunds an order: by its gateway, or, where that cannot, after paying back by hand. The amount is what is
 * unused unless one is given.
 */
export async function refundOrder(
  parts: VipParts,
  no: string,
  { amount, actor }: { amount: number | undefined; actor: string },
): Promise<RefundDecision> {
  const order = await parts.orders.find(no)
  if (!order) return 'NoSuchOrder'
  const gateway = await parts.gateways.find(order.gateway)
  // Nobody knows whether it was paid back.
  if (!gateway) return 'NoGateway'
  const minor =
    amount ?? (order.state === 'late_paid' ? order.amount : refundAmount(order, await unusedSec(parts, order)))
  if (minor <= 0 || minor > order.amount) return 'AmountInvalid'
  const decided = await parts.db.transaction().execute(async (tx) => {
    const orders = createOrderStore(tx.withTables<VipTables>())
    const change = { refundAmount: minor, hold: '' }
    const locked = await orders.lock(no)
    const isDecided = locked?.state === 'refunding' && locked.refundAmount === 0
    if (isDecided) await orders.change(no, change)
    else if (!(await orders.move(no, 'askRefund', change))) return null
    const before = { state: locked?.state, refundAmount: locked?.refundAmount }
    const after = { state: 'refunding', refundAmount: minor }
    await writeAudit(tx, { actor, what: 'refund', target: no, before, after, atSec: nowSec(parts.clock) })
    if (gateway.refund) await parts.jobs.enqueue(refundJob, { no }, { tx })
    return orders.find(no)
  })
  if (!decided) return 'NotRefundable'
  if (!gateway.refund) await parts.settlement.settle(order.gateway, refundReport(decided))
  return (await parts.orders.find(no)) ?? 'NoSuchOrder'
}

/** The operator declines a refund that was asked for: the order is as it was. */
export async function declineRefund(parts: VipParts, no: string, actor: string): Promise<StoredOrder | null> {
  return parts.db.transaction().execute(async (tx) => {
    const orders = createOrderStore(tx.withTables<VipTables>())
    const locked = await orders.lock(no)
    // What is being paid back cannot be stopped.
    if (!locked || locked.refundAmount > 0) return null
    const moved = await orders.move(no, 'declineRefund', { hold: '' })
    if (!moved) return null
    const [before, after] = [{ state: 'refunding' }, { state: moved.state }]
    await writeAudit(tx, { actor, what: 'refund declined', target: no, before, after, atSec: nowSec(parts.clock) })
    if (moved.userId !== null) await parts.events.announceIn(tx, orderChanged, { userId: moved.userId, no })
    return moved
  })
}

const refundReport = ({ no, paidRef, refundAmount: minor, currency }: StoredOrder): GatewayReport => ({
  kind: 'refunded',
  no,
  providerRef: paidRef,
  money: { minor, currency },
  eventKey: `refund:${refundNoOf(no)}`,
  refundNo: refundNoOf(no),
})

/** Runs a decided refund. A gateway that fails is asked again by the queue; one that declines needs the operator. */
export async function runRefund(parts: VipParts, no: string): Promise<void> {
  const order = await parts.orders.find(no)
  if (order?.state !== 'refunding' || order.refundAmount === 0) return
  const gateway = await parts.gateways.find(order.gateway)
  if (!gateway?.refund) return
  const { currency } = order
  const done = await gateway.refund({
    no,
    refundNo: refundNoOf(no),
    providerRef: order.paidRef,
    paid: { minor: order.amount, currency },
    money: { minor: order.refundAmount, currency },
  })
  if (done.state === 'done') await parts.settlement.settle(order.gateway, refundReport(order))
  if (done.state === 'pending')
    await parts.jobs.enqueue(refundJob, { no }, { runAtMs: parts.clock.nowMs() + pendingPauseMs })
  if (done.state !== 'failed') return
  parts.log.warn({ order: no, reason: done.reason }, 'a refund failed')
  await parts.db.transaction().execute(async (tx) => {
    // The operator may try again with `orders refund`.
    await createOrderStore(tx.withTables<VipTables>()).change(no, { hold: 'refund_failed', refundAmount: 0 })
    await alertIn(parts, tx, 'refund_failed', no)
  })
}

/** Pays back the second payment of an order, where its gateway can. */
export async function runDoubleRefund(
  parts: VipParts,
  payload: z.output<typeof refundDoubleJob.payload>,
): Promise<void> {
  const { no, providerRef, minor, currency } = payload
  const gateway = await parts.gateways.find(payload.gateway)
  // The order stays held for the operator.
  if (!gateway?.refund) return
  const money = { minor, currency }
  const done = await gateway.refund({ no, refundNo: doubleRefundNo(no, providerRef), providerRef, paid: money, money })
  if (done.state === 'done') await parts.orders.change(no, { hold: '' })
  if (done.state === 'pending')
    await parts.jobs.enqueue(refundDoubleJob, payload, { runAtMs: parts.clock.nowMs() + pendingPauseMs })
  if (done.state === 'failed') await parts.db.transaction().execute((tx) => alertIn(parts, tx, 'refund_failed', no))
}
