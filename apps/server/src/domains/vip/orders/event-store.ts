import type { Currency, OrderState } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { GatewayId } from '../gateways/gateway.ts'
import type { VipTables, Verdict } from '../vip-tables.ts'

export interface NewPaymentEvent {
  gateway: GatewayId
  eventKey: string
  orderNo: string | null
  /** The number as the gateway said it, also of an order that there is not. */
  reportedNo: string
  verdict: Verdict
  providerRef: string
  amount: number
  currency: string
  /** The gateway's number of the dispute, if it names one. */
  dispute: string
  raw: Buffer | null
  headers: Record<string, string> | null
  receivedSec: number
  refundNo: string
}

export type StoredEvent = Omit<NewPaymentEvent, 'gateway' | 'orderNo' | 'reportedNo' | 'raw' | 'headers' | 'refundNo'>

/** The second payment of an order, which has to go back. */
export interface OpenDouble {
  gateway: GatewayId
  no: string
  providerRef: string
  minor: number
  currency: Currency
  receivedSec: number
}

export type UnknownEvent = Pick<
  NewPaymentEvent,
  'gateway' | 'reportedNo' | 'providerRef' | 'amount' | 'currency' | 'receivedSec'
>

/** What gateways reported of orders. */
export interface EventStore {
  /** What was known of the same payment; null if the gateway's event itself is known. */
  addEvent(event: NewPaymentEvent): Promise<{ refundedBefore: number } | null>
  /**
   * What an event led to. A payment that must go back waits for the operator until it has. Returns what its order is by
   * now; null of one that there is not.
   */
  setVerdict(event: Pick<NewPaymentEvent, 'gateway' | 'eventKey'>, verdict: Verdict): Promise<OrderState | null>
  hasEvent(gateway: GatewayId, eventKey: string): Promise<boolean>
  /** The payments of an order that were reported, oldest first. */
  eventsOf(no: string): Promise<StoredEvent[]>
  /** Second payments that were reported before a time and have not gone back, newest first. */
  openDoubles(beforeSec: number, limit: number): Promise<OpenDouble[]>
  /** Reports of orders that the station does not know, newest first. */
  unknownEvents(limit: number): Promise<UnknownEvent[]>
  /** A payment of an order went back, or all that had to. How many events no longer wait for the operator. */
  closeEvents(no: string, providerRef?: string): Promise<number>
  /** The money of a payment that must go back is with the merchant again: it waits for the operator again. */
  reopenEvents(no: string, providerRef: string): Promise<void>
}

/** What the gateway said that it paid back of a payment of an order, before the event that is added. */
const refundedBefore = (orderNo: string | null, providerRef: string) =>
  sql<number>`(select coalesce(sum(amount), 0)::int from payment_event as known
    where known.order_no = ${orderNo} and known.provider_ref = ${providerRef} and known.verdict = 'refund')`

const verdictsThatWait: readonly Verdict[] = ['amount_mismatch', 'double']

/** @param db a transaction, if other changes must be atomic with these */
export function createEventStore(db: Kysely<VipTables>): EventStore {
  return {
    async addEvent({ eventKey, orderNo, reportedNo, providerRef, headers, receivedSec, refundNo, ...same }) {
      const row = { ...same, reported_no: reportedNo, event_key: eventKey, order_no: orderNo, refund_no: refundNo }
      const rest = { provider_ref: providerRef, headers: JSON.stringify(headers), received_sec: receivedSec }
      const added = await db
        .insertInto('payment_event')
        .values({ ...row, ...rest })
        .onConflict((conflict) => conflict.columns(['gateway', 'event_key']).doNothing())
        .returning(refundedBefore(orderNo, providerRef).as('refundedBefore'))
        .executeTakeFirst()
      return added ?? null
    },
    async setVerdict({ gateway, eventKey }, verdict) {
      const changed = await db
        .updateTable('payment_event')
        .set({ verdict, is_open: verdictsThatWait.includes(verdict) })
        .where('gateway', '=', gateway)
        .where('event_key', '=', eventKey)
        .returning(sql<OrderState | null>`(select state from vip_order where no = order_no)`.as('state'))
        .executeTakeFirst()
      return changed?.state ?? null
    },
    async hasEvent(gateway, eventKey) {
      const query = db.selectFrom('payment_event').select('id').where('gateway', '=', gateway)
      return (await query.where('event_key', '=', eventKey).executeTakeFirst()) !== undefined
    },
    eventsOf: (no) =>
      db
        .selectFrom('payment_event')
        .select(['verdict', 'provider_ref as providerRef', 'amount', 'currency', 'received_sec as receivedSec'])
        .select(['event_key as eventKey', 'dispute'])
        .where('order_no', '=', no)
        .orderBy('id')
        .execute(),
    openDoubles: (beforeSec, limit) =>
      db
        .selectFrom('payment_event')
        .innerJoin('vip_order', 'vip_order.no', 'payment_event.order_no')
        .select(['payment_event.gateway', 'vip_order.no', 'payment_event.provider_ref as providerRef'])
        .select(['payment_event.amount as minor', 'received_sec as receivedSec'])
        .select(sql<Currency>`payment_event.currency`.as('currency'))
        .where('verdict', '=', 'double')
        .where('is_open', '=', true)
        .where('received_sec', '<=', beforeSec)
        .orderBy('payment_event.id', 'desc')
        .limit(limit)
        .execute(),
    unknownEvents: (limit) =>
      db
        .selectFrom('payment_event')
        .select(['gateway', 'reported_no as reportedNo', 'provider_ref as providerRef', 'amount', 'currency'])
        .select('received_sec as receivedSec')
        .where('verdict', '=', 'unknown_order')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    async closeEvents(no, providerRef) {
      let query = db.updateTable('payment_event').set({ is_open: false }).where('order_no', '=', no)
      if (providerRef !== undefined) query = query.where('provider_ref', '=', providerRef)
      const closed = await query.where('is_open', '=', true).executeTakeFirst()
      return Number(closed.numUpdatedRows)
    },
    async reopenEvents(no, providerRef) {
      const query = db.updateTable('payment_event').set({ is_open: true }).where('order_no', '=', no)
      await query.where('provider_ref', '=', providerRef).where('verdict', 'in', verdictsThatWait).execute()
    },
  }
}
