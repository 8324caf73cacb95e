import { sql, type Kysely } from 'kysely'
import type { GatewayId, Money } from '../gateways/gateway.ts'
import { paidStates } from '../orders/order-rules.ts'
import type { VipTables } from '../vip-tables.ts'
import type { Difference, Movement } from './bill-rules.ts'

export interface StoredDifference extends Difference {
  id: number
  day: string
  gateway: GatewayId
}

/** A movement of an order, and when we learnt of it. */
export interface StoredMovement extends Movement {
  atSec: number
  /** When its order was made. */
  createdSec: number
  /** The second payment of its order. */
  isDouble: boolean
}

/** A refund that was decided and has not been reported. */
export interface PlannedRefund {
  no: string
  paidRef: string
  refundCount: number
  refundPlanned: number
  currency: Money['currency']
}

export interface ReconciliationStore {
  /** Returns whether the difference is new. */
  add(difference: Omit<StoredDifference, 'id'>, nowSec: number): Promise<boolean>
  /** Newest days first, without those that the operator dealt with. */
  list(limit: number): Promise<StoredDifference[]>
  /** The operator dealt with a difference. Null if there is none that waits. */
  resolve(id: number, nowSec: number): Promise<StoredDifference | null>
  /** The days whose bills of a gateway were compared. */
  comparedDays(gateway: GatewayId): Promise<Set<string>>
  markCompared(gateway: GatewayId, day: string, nowSec: number): Promise<void>
  /** When the first order of a gateway was made, or null. */
  firstOrderSec(gateway: GatewayId): Promise<number | null>
  /** Numbers of a gateway's orders of which we learnt something within a time. */
  ordersBetween(gateway: GatewayId, fromSec: number, toSec: number): Promise<string[]>
  /** All payments and refunds that we have of these orders: second payments and wrong amounts, too. */
  movementsOf(gateway: GatewayId, nos: readonly string[]): Promise<StoredMovement[]>
  plannedRefunds(gateway: GatewayId, nos: readonly string[]): Promise<PlannedRefund[]>
  /** Which of these orders are not paid, as far as we know. Held ones wait for the operator. */
  unpaid(gateway: GatewayId, nos: readonly string[]): Promise<string[]>
}

const listed = (nos: readonly string[]) => sql<string>`any(${[...nos]}::text[])`

/** Reports of payments that are none of the order's own. */
const besideVerdicts = ['double', 'amount_mismatch'] as const

const columns = [
  'id',
  'day',
  'gateway',
  'kind',
  'flow',
  'order_no as no',
  'provider_ref as providerRef',
  'refund_no as refundNo',
  'currency',
  'our_amount as ours',
  'their_amount as theirs',
] as const

export function createReconciliationStore(db: Kysely<VipTables>): ReconciliationStore {
  return { ...differencesOf(db), ...daysOf(db), ...movementsIn(db) }
}

function differencesOf(db: Kysely<VipTables>): Pick<ReconciliationStore, 'add' | 'list' | 'resolve'> {
  return {
    async add({ day, gateway, kind, flow, no, providerRef, refundNo, ours, theirs, currency }, nowSec) {
      const row = { day, gateway, kind, flow, currency, order_no: no, provider_ref: providerRef, refund_no: refundNo }
      const added = await db
        .insertInto('reconciliation_row')
        .values({ ...row, our_amount: ours, their_amount: theirs, found_sec: nowSec })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    list: (limit) =>
      db
        .selectFrom('reconciliation_row')
        .select(columns)
        .where('resolved_sec', '=', 0)
        .orderBy('day', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
    async resolve(id, nowSec) {
      const resolved = await db
        .updateTable('reconciliation_row')
        .set({ resolved_sec: nowSec })
        .where('id', '=', id)
        .where('resolved_sec', '=', 0)
        .returning(columns)
        .executeTakeFirst()
      return resolved ?? null
    },
  }
}

function daysOf(
  db: Kysely<VipTables>,
): Pick<ReconciliationStore, 'comparedDays' | 'markCompared' | 'firstOrderSec' | 'ordersBetween'> {
  return {
    async comparedDays(gateway) {
      const days = await db.selectFrom('bill_day').select('day').where('gateway', '=', gateway).execute()
      return new Set(days.map(({ day }) => day))
    },
    async markCompared(gateway, day, nowSec) {
      await db
        .insertInto('bill_day')
        .values({ gateway, day, compared_sec: nowSec })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async firstOrderSec(gateway) {
      const { first } = await db
        .selectFrom('vip_order')
        .select(({ fn }) => fn.min('created_sec').as('first'))
        .where('gateway', '=', gateway)
        .executeTakeFirstOrThrow()
      return first
    },
    async ordersBetween(gateway, fromSec, toSec) {
      const paid = db
        .selectFrom('vip_order')
        .select('no')
        .where('gateway', '=', gateway)
        .where('paid_sec', '>', 0)
        .where('paid_sec', '>=', fromSec)
        .where('paid_sec', '<', toSec)
      const reported = db
        .selectFrom('payment_event')
        .select(sql<string>`order_no`.as('no'))
        .where('gateway', '=', gateway)
        .where('order_no', 'is not', null)
        .where('received_sec', '>=', fromSec)
        .where('received_sec', '<', toSec)
      return (await paid.union(reported).execute()).map(({ no }) => no)
    },
  }
}

function movementsIn(db: Kysely<VipTables>): Pick<ReconciliationStore, 'movementsOf' | 'plannedRefunds' | 'unpaid'> {
  const ordersOf = (gateway: GatewayId, nos: readonly string[]) =>
    db.selectFrom('vip_order').where('gateway', '=', gateway).where('no', '=', listed(nos))
  const eventsOf = (gateway: GatewayId, nos: readonly string[]) =>
    db
      .selectFrom('payment_event as event')
      .innerJoin('vip_order as order', 'order.no', 'event.order_no')
      .select(['order.no', 'event.provider_ref as providerRef', 'event.refund_no as refundNo'])
      .select(['event.event_key as eventKey', 'event.amount as minor', 'event.received_sec as atSec'])
      .select([sql<Money['currency']>`event.currency`.as('currency'), 'order.created_sec as createdSec'])
      .select(sql<boolean>`event.verdict = 'double'`.as('isDouble'))
      .where('event.gateway', '=', gateway)
      .where('order.no', '=', listed(nos))
  return {
    async movementsOf(gateway, nos) {
      const payments = await ordersOf(gateway, nos)
        .select(['no', 'paid_ref as providerRef', 'amount as minor', 'currency', 'paid_sec as atSec'])
        .select('created_sec as createdSec')
        .where('paid_sec', '>', 0)
        .where('state', 'in', paidStates)
        .execute()
      const others = await eventsOf(gateway, nos)
        .where('event.verdict', 'in', besideVerdicts)
        .whereRef('event.provider_ref', '<>', 'order.paid_ref')
        .execute()
      const refunds = await eventsOf(gateway, nos).where('event.verdict', '=', 'refund').execute()
      const paid = { flow: 'paid', refundNo: '', eventKey: '' } as const
      return [
        ...payments.map(({ minor, currency, ...row }) => ({
          ...row,
          ...paid,
          isDouble: false,
          money: { minor, currency },
        })),
        ...others.map(({ minor, currency, ...row }) => ({ ...row, ...paid, money: { minor, currency } })),
        ...refunds.map(({ minor, currency, ...row }) => ({
          ...row,
          flow: 'refunded' as const,
          money: { minor, currency },
        })),
      ]
    },
    plannedRefunds: (gateway, nos) =>
      ordersOf(gateway, nos)
        .select(['no', 'paid_ref as paidRef', 'refund_count as refundCount', 'refund_planned as refundPlanned'])
        .select('currency')
        .where('refund_planned', '>', 0)
        .execute(),
    async unpaid(gateway, nos) {
      const found = await ordersOf(gateway, nos)
        .select('no')
        .where('state', 'not in', paidStates)
        .where('hold', '=', '')
        .where(sql<boolean>`not exists (select 1 from payment_event where order_no = vip_order.no and is_open)`)
        .execute()
      return found.map(({ no }) => no)
    },
  }
}
