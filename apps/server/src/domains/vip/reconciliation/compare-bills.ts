import { nowSec } from '../../../platform/process/clock.ts'
import { gatewayIds, type BillRow, type Gateway, type GatewayId } from '../gateways/gateway.ts'
import { daySec, refundNoOf } from '../orders/order-rules.ts'
import { doubleRefundNo } from '../orders/refunds.ts'
import { alertIn } from '../orders/settle.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import {
  billDay,
  compareBill,
  dayBefore,
  dayStartSec,
  daysToCompare,
  onlyOurs,
  stillMissing,
  type Difference,
  type Movement,
  type OwnMovement,
} from './bill-rules.ts'
import { createReconciliationStore, type ReconciliationStore, type StoredMovement } from './reconciliation-store.ts'

/** A gateway that failed so often in a run is not asked again in it. */
const maxFailures = 3

/** A payment is in a bill of the day that we learn of it, or of so many before. */
const maxDaysBefore = 30

/**
 * Compares the bills that have not been compared with our orders, and stores what differs. A bill that fails is compared
 * next time; after a day the operator is told.
 */
export async function compareBills(parts: VipParts, signal: AbortSignal): Promise<void> {
  // Payments of the test bank are invented.
  if (await parts.gateways.isTestBank()) return
  for (const id of gatewayIds) await compareGateway(parts, id, signal)
}

async function compareGateway(parts: VipParts, id: GatewayId, signal: AbortSignal): Promise<void> {
  const store = createReconciliationStore(parts.db.withTables<VipTables>())
  const at = nowSec(parts.clock)
  const readBill = createBillReader(parts, id)
  let failures = 0
  for (const day of daysToCompare(at, await store.firstOrderSec(id), await store.comparedDays(id))) {
    if (signal.aborted || failures >= maxFailures) return
    try {
      const gateway = await parts.gateways.find(id)
      if (!gateway?.bill) return
      await compareDay({ parts, gateway, store, readBill }, day)
    } catch (err) {
      failures++
      parts.log.warn({ err, gateway: id, day }, 'a bill could not be compared')
      if (day < billDay(at))
        await parts.db.transaction().execute((tx) => alertIn(parts, tx, 'bill_missing', `${id} ${day}`))
    }
  }
}

type ReadBill = (day: string) => Promise<Movement[]>

/** Bills of a gateway by their days, each asked for once in a run. */
function createBillReader({ gateways }: VipParts, id: GatewayId): ReadBill {
  const bills = new Map<string, Promise<Movement[]>>()
  const read = async (day: string): Promise<Movement[]> => {
    const gateway = await gateways.find(id)
    return ((await gateway?.bill?.(day)) ?? []).map((row) => ofBill(row))
  }
  return (day) => {
    const bill = bills.get(day) ?? read(day)
    bills.set(day, bill)
    return bill
  }
}

/** What the functions below share while a gateway's bills are compared. */
interface Comparing {
  parts: VipParts
  gateway: Gateway
  store: ReconciliationStore
  readBill: ReadBill
}

async function compareDay(comparing: Comparing, day: string): Promise<void> {
  const { readBill } = comparing
  const bill = await readBill(day)
  await creditMissing(comparing, bill)
  const { differences, missing } = compareBill(bill, await ownMovements(comparing, bill, day))
  let rest = missing
  let before = day
  for (let count = 0; count < maxDaysBefore && rest.length > 0; count++) {
    before = dayBefore(before)
    const endSec = dayStartSec(before) + daySec
    if (rest.every(({ sinceSec }) => sinceSec >= endSec)) break
    rest = stillMissing(rest, await readBill(before))
  }
  await report(comparing, [...differences, ...rest.map((movement) => onlyOurs(movement))], day)
}

async function report({ parts, gateway }: Comparing, found: readonly Difference[], day: string): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    const store = createReconciliationStore(tx.withTables<VipTables>())
    const at = nowSec(parts.clock)
    const added: boolean[] = []
    for (const difference of found) added.push(await store.add({ ...difference, day, gateway: gateway.id }, at))
    if (added.includes(true)) await alertIn(parts, tx, 'bill', day, gateway.id)
    await store.markCompared(gateway.id, day, at)
  })
}

/** An order that the gateway was paid for and we do not know of: its notification was lost. */
async function creditMissing({ parts, gateway, store }: Comparing, bill: readonly Movement[]): Promise<void> {
  if (!gateway.query) return
  const paid = bill.filter(({ flow }) => flow === 'paid').map(({ no }) => no)
  for (const no of await store.unpaid(gateway.id, paid)) {
    const order = await parts.orders.find(no)
    if (!order) continue
    const { amount, currency, providerRef } = order
    const said = await gateway.query({ no, money: { minor: amount, currency }, providerRef })
    if (said.state === 'paid') await parts.settlement.settle(gateway.id, said.report)
  }
}

const ofBill = ({ kind, no, providerRef, money, refundNo, eventKey }: BillRow): Movement => ({
  flow: kind,
  no,
  providerRef,
  refundNo: kind === 'refunded' ? refundNo : '',
  eventKey,
  money,
})

/** All that we have of the orders in a bill, and what we learnt on its day. */
async function ownMovements(
  { gateway, store }: Comparing,
  bill: readonly Movement[],
  day: string,
): Promise<OwnMovement[]> {
  const fromSec = dayStartSec(day)
  const toSec = fromSec + daySec
  const nos = [...new Set([...bill.map(({ no }) => no), ...(await store.ordersBetween(gateway.id, fromSec, toSec))])]
  const movements = await store.movementsOf(gateway.id, nos)
  const planned = await store.plannedRefunds(gateway.id, nos)
  // What the operator pays back by hand is in no bill.
  const isInBills = ({ flow }: Movement): boolean => flow === 'paid' || gateway.refund !== null
  return [
    ...movements.map(({ atSec, createdSec, isDouble: _isDouble, ...movement }) => ({
      ...movement,
      isOfDay: atSec >= fromSec && atSec < toSec && isInBills(movement),
      sinceSec: createdSec,
    })),
    ...planned.map(({ no, paidRef, refundCount, refundPlanned, currency }) =>
      unreported({
        no,
        providerRef: paidRef,
        refundNo: refundNoOf({ no, refundCount }),
        money: { minor: refundPlanned, currency },
      }),
    ),
    ...doubleRefunds(movements),
  ]
}

/** A refund of ours of which the gateway has not said how it ended. */
const unreported = (refund: Omit<Movement, 'flow' | 'eventKey'>): OwnMovement => ({
  ...refund,
  flow: 'refunded',
  eventKey: '',
  isOfDay: false,
  sinceSec: 0,
})

/** Second payments are paid back by themselves. */
function doubleRefunds(movements: readonly StoredMovement[]): OwnMovement[] {
  const known = new Set(movements.map(({ refundNo }) => refundNo))
  return movements
    .filter(({ isDouble }) => isDouble)
    .map(({ no, providerRef, money }) => ({ no, providerRef, money, refundNo: doubleRefundNo(no, providerRef) }))
    .filter(({ refundNo }) => !known.has(refundNo))
    .map((refund) => unreported(refund))
}
