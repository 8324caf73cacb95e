import { chinaDay } from '@yunmu/contract/china-time'
import { nowSec } from '../../../platform/process/clock.ts'
import { gatewayIds, type BillRow, type Gateway } from '../gateways/gateway.ts'
import { daySec, isPaid, refundNoOf } from '../orders/order-rules.ts'
import type { StoredOrder } from '../orders/order-store.ts'
import { doubleRefundNo } from '../orders/refunds.ts'
import { alertIn } from '../orders/settle.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { compareBill, type Difference, type Movement } from './bill-rules.ts'
import { createReconciliationStore } from './reconciliation-store.ts'

/** Gateways make the bill of a day in the morning after it. */
const billAfterSec = 10 * 3600

/** The newest day in China whose bill can be expected. */
export const billDay = (at: number): string => chinaDay(at - billAfterSec - daySec)

const dayStart = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000

/** Compares the bills of a day with our orders, and stores what differs. A gateway that fails is compared next time. */
export async function compareBills(parts: VipParts, day: string): Promise<void> {
  // Payments of the test bank are invented.
  if (await parts.gateways.isTestBank()) return
  for (const id of gatewayIds) {
    try {
      const gateway = await parts.gateways.find(id)
      if (gateway?.bill) await compareDay(parts, gateway, day)
    } catch (err) {
      parts.log.warn({ err, gateway: id, day }, 'a bill could not be compared')
    }
  }
}

async function compareDay(parts: VipParts, gateway: Gateway, day: string): Promise<void> {
  const fromSec = dayStart(day)
  const billOf = async (at: number): Promise<Movement[]> =>
    ((await gateway.bill?.(chinaDay(at))) ?? []).map((row) => ofBill(row))
  const [bill, billsBefore] = [await billOf(fromSec), await billOf(fromSec - daySec)]
  await creditMissing(parts, gateway, bill)
  const toSec = fromSec + daySec
  const isOfGateway = (order: StoredOrder): boolean => order.gateway === gateway.id
  const ours = [
    ...(await parts.orders.paidBetween(fromSec, toSec)).filter(isOfGateway).map(paymentOf),
    ...(await parts.orders.refundedBetween(fromSec, toSec)).filter(isOfGateway).map(refundOf),
  ]
  const known = (await Promise.all([...new Set(bill.map(({ no }) => no))].map((no) => knownOf(parts, no)))).flat()
  const found = compareBill({ ours, known, bill, billsBefore })
  await report(parts, found, { day, gateway: gateway.id })
}

async function report(
  parts: VipParts,
  found: readonly Difference[],
  of: { day: string; gateway: Gateway['id'] },
): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const store = createReconciliationStore(tx.withTables<VipTables>())
    const added: boolean[] = []
    for (const difference of found) added.push(await store.add({ ...difference, ...of }, nowSec(parts.clock)))
    if (added.includes(true)) await alertIn(parts, tx, 'bill', of.day)
  })
}

/** An order that the gateway was paid for and we do not know of: its notification was lost. */
async function creditMissing(parts: VipParts, gateway: Gateway, bill: readonly Movement[]): Promise<void> {
  if (!gateway.query) return
  for (const { flow, no } of bill) {
    const order = flow === 'paid' ? await parts.orders.find(no) : null
    if (order?.gateway !== gateway.id || isPaid(order.state) || order.hold !== '') continue
    const { amount, currency, providerRef } = order
    const said = await gateway.query({ no, money: { minor: amount, currency }, providerRef })
    if (said.state === 'paid') await parts.settlement.settle(gateway.id, said.report)
  }
}

const ofBill = ({ kind, no, providerRef, money, refundNo }: BillRow): Movement => ({
  flow: kind,
  no,
  providerRef,
  refundNo: kind === 'refunded' ? refundNo : '',
  money,
})

const paymentOf = ({ no, paidRef, amount, currency }: StoredOrder): Movement => ({
  flow: 'paid',
  no,
  providerRef: paidRef,
  refundNo: '',
  money: { minor: amount, currency },
})

const refundOf = (order: StoredOrder): Movement => ({
  flow: 'refunded',
  no: order.no,
  providerRef: order.paidRef,
  refundNo: refundNoOf(order),
  money: { minor: order.refundAmount, currency: order.currency },
})

/** All that we have of an order, whenever it was. */
async function knownOf({ orders }: VipParts, no: string): Promise<Movement[]> {
  const order = await orders.find(no)
  if (!order || !isPaid(order.state)) return []
  const doubles = (await orders.eventsOf(no)).filter(({ verdict }) => verdict === 'double')
  const ofDouble = async ({ providerRef, amount }: { providerRef: string; amount: number }): Promise<Movement[]> => {
    const movement = { no, providerRef, money: { minor: amount, currency: order.currency } }
    const refundNo = doubleRefundNo(no, providerRef)
    const isRefunded = await orders.hasEvent(order.gateway, `refund:${refundNo}`)
    return [
      { ...movement, flow: 'paid', refundNo: '' },
      ...(isRefunded ? [{ ...movement, flow: 'refunded' as const, refundNo }] : []),
    ]
  }
  return [
    paymentOf(order),
    ...(order.state === 'refunded' ? [refundOf(order)] : []),
    ...(await Promise.all(doubles.map(ofDouble))).flat(),
  ]
}
