import type { Currency, OrderPayment, OrderState } from '@yunmu/contract'
import { sql, type Kysely, type UpdateObject } from 'kysely'
import type { GatewayId } from '../gateways/gateway.ts'
import type { VipTables } from '../vip-tables.ts'
import { createEventStore, type EventStore } from './event-store.ts'
import { createForgetStore, type ForgetStore } from './forget-store.ts'
import { createReceiptStore, type ReceiptStore } from './receipt-store.ts'
import {
  createRefundStore,
  refundColumns,
  refundColumnsOf,
  type RefundFields,
  type RefundStore,
} from './refund-store.ts'
import { askAtSec, proofWaitSec, transitions, type Transition } from './order-rules.ts'

/** An order with the plan as it was. Amounts are hundredths, times Unix seconds. */
export interface StoredOrder extends RefundFields {
  no: string
  /** Null after the account was deleted. */
  userId: number | null
  planId: number
  name: string
  days: number
  amount: number
  discount: number
  currency: Currency
  methodId: number
  gateway: GatewayId
  state: OrderState
  /** Why it, or else the oldest of its payments, waits for the operator; empty if nothing does. */
  hold: string
  /** The part of it that concerns the order itself. */
  ownHold: string
  /** What it was, and why it waited, when it was charged back. */
  disputedState: OrderState | null
  disputedHold: string
  /** The gateway's number of the order, by which it is asked. */
  providerRef: string
  /** The gateway's number of the payment. */
  paidRef: string
  payment: OrderPayment | null
  /** The discount code that it was made with, also after the code was given back. */
  voucherCode: string | null
  /** The version of the terms, and the words about taxes, that it was made under; each may be empty. */
  termsVersion: string
  taxNote: string
  createdSec: number
  expiresSec: number
  paidSec: number
  refundedSec: number
  receiptNo: string | null
  vipUntil: number
  askedCount: number
  hasProof: boolean
}

export interface NewOrder extends Pick<
  StoredOrder,
  | 'no'
  | 'planId'
  | 'name'
  | 'days'
  | 'amount'
  | 'discount'
  | 'currency'
  | 'methodId'
  | 'gateway'
  | 'createdSec'
  | 'expiresSec'
  | 'voucherCode'
  | 'termsVersion'
  | 'taxNote'
> {
  userId: number
  key: string
}

export type OrderChange = Partial<
  Pick<
    StoredOrder,
    | 'hold'
    | 'providerRef'
    | 'paidRef'
    | 'payment'
    | 'paidSec'
    | 'refundedSec'
    | 'receiptNo'
    | 'vipUntil'
    | keyof RefundFields
    | 'disputedState'
    | 'disputedHold'
  > & { key: string; refundTries: number; refundTriedSec: number }
>

export interface OrderFilter {
  state?: OrderState | undefined
  /** Only those that wait for the operator. */
  isHeld?: boolean | undefined
  userId?: number | undefined
}

/** Of orders, and of what was reported of them. */
export interface OrderStore extends EventStore, RefundStore, ForgetStore, ReceiptStore {
  find(no: string): Promise<StoredOrder | null>
  /** An order of this user, or null. */
  findOf(userId: number, no: string): Promise<StoredOrder | null>
  /** Locks the order until the transaction ends. */
  lock(no: string): Promise<StoredOrder | null>
  /** Whose order it is; null of a deleted account, and if there is no such order. */
  ownerOf(no: string): Promise<number | null>
  byKey(userId: number, key: string): Promise<StoredOrder | null>
  /** The newest open order of the same plan, method and discount code made since a time. */
  openSince(of: {
    userId: number
    planId: number
    methodId: number
    voucherCode: string | null
    sinceSec: number
  }): Promise<StoredOrder | null>
  countOpen(userId: number): Promise<number>
  add(order: NewOrder): Promise<StoredOrder>
  /** Changes the state if the present one is one of the transition's; otherwise null. */
  move(no: string, transition: Transition, change?: OrderChange): Promise<StoredOrder | null>
  change(no: string, change: OrderChange): Promise<void>
  listOf(userId: number, page: { page: number; size: number }): Promise<{ list: StoredOrder[]; total: number }>
  /** Newest first. */
  list(filter: OrderFilter, limit: number): Promise<StoredOrder[]>
  /** All orders, oldest first. */
  all(): AsyncIterable<StoredOrder>
  /**
   * Open orders to ask about or to end, least recently asked first: those whose gateway can be asked at their ages, and
   * those whose time is over. Held ones wait for the operator.
   */
  due(now: { nowSec: number; askable: readonly GatewayId[]; limit: number }): Promise<StoredOrder[]>
  /** The gateway was asked, and perhaps answered. */
  markAsked(no: string, nowSec: number, isAnswered: boolean): Promise<void>
  /** False if the gateway was asked within the pause. */
  startAsking(no: string, nowSec: number, pauseSec: number): Promise<boolean>
  /** False if the order is not open any more. */
  saveProof(no: string, picture: Buffer): Promise<boolean>
  proofOf(no: string): Promise<Buffer | null>
}

const columns = [
  'no',
  'user_id as userId',
  'plan_id as planId',
  'name',
  'days',
  'amount',
  'discount',
  'currency',
  'method_id as methodId',
  'gateway',
  'state',
  'provider_ref as providerRef',
  'paid_ref as paidRef',
  'payment',
  'voucher_code as voucherCode',
  'terms_version as termsVersion',
  'tax_note as taxNote',
  'created_sec as createdSec',
  'expires_sec as expiresSec',
  'paid_sec as paidSec',
  'refunded_sec as refundedSec',
  'receipt_no as receiptNo',
  'vip_until as vipUntil',
  'asked_count as askedCount',
  ...refundColumns,
  'hold as ownHold',
  'disputed_state as disputedState',
  'disputed_hold as disputedHold',
] as const

/** The given fields as columns. */
function columnsOf(change: OrderChange): UpdateObject<VipTables, 'vip_order'> {
  const set = {
    hold: change.hold,
    provider_ref: change.providerRef,
    paid_ref: change.paidRef,
    payment: change.payment === undefined ? undefined : JSON.stringify(change.payment),
    paid_sec: change.paidSec,
    refunded_sec: change.refundedSec,
    receipt_no: change.receiptNo,
    vip_until: change.vipUntil,
    ...refundColumnsOf(change),
    disputed_state: change.disputedState,
    disputed_hold: change.disputedHold,
    refund_tries: change.refundTries,
    refund_tried_sec: change.refundTriedSec,
    key: change.key,
  }
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
}

/** @param db a transaction, if other changes must be atomic with these */
export function createOrderStore(db: Kysely<VipTables>): OrderStore {
  return {
    ...readsOf(db),
    ...writesOf(db),
    ...createEventStore(db),
    ...createRefundStore(db),
    ...createForgetStore(db),
    ...createReceiptStore(db),
  }
}

/** Of the order itself, or of one of its payments that must go back. */
const hold = sql<string>`coalesce(nullif(hold, ''),
  (select verdict from payment_event where order_no = vip_order.no and is_open order by id limit 1), '')`

/** Whether `hold` says something. */
const isWaiting = sql<boolean>`(hold <> '' or no in (select order_no from payment_event where is_open))`

/** A picture of a transfer was sent, and nobody has compared it yet. */
const isProved = sql<boolean>`(proof is not null and state in ('created', 'pending'))`

const shown = [...columns, hold.as('hold'), sql<boolean>`proof is not null`.as('hasProof')] as const

const ordersIn = (db: Kysely<VipTables>) => db.selectFrom('vip_order').select(shown)

type Reads = Pick<
  OrderStore,
  | 'find'
  | 'findOf'
  | 'lock'
  | 'ownerOf'
  | 'byKey'
  | 'openSince'
  | 'countOpen'
  | 'listOf'
  | 'list'
  | 'all'
  | 'due'
  | 'proofOf'
>

/** Orders that are in memory at once while all are read. */
const pageSize = 1000

function readsOf(db: Kysely<VipTables>): Reads {
  const orders = () => ordersIn(db)
  const first = async (query: ReturnType<typeof orders>): Promise<StoredOrder | null> =>
    (await query.executeTakeFirst()) ?? null
  return {
    find: (no) => first(orders().where('no', '=', no)),
    findOf: (userId, no) => first(orders().where('no', '=', no).where('user_id', '=', userId)),
    lock: (no) => first(orders().where('no', '=', no).forUpdate()),
    async ownerOf(no) {
      const order = await db.selectFrom('vip_order').select('user_id').where('no', '=', no).executeTakeFirst()
      return order?.user_id ?? null
    },
    byKey: (userId, key) => first(orders().where('user_id', '=', userId).where('key', '=', key)),
    openSince: ({ userId, planId, methodId, voucherCode, sinceSec }) =>
      first(
        orders()
          .where('user_id', '=', userId)
          .where('plan_id', '=', planId)
          .where('method_id', '=', methodId)
          .where('voucher_code', 'is not distinct from', voucherCode)
          .where('created_sec', '>', sinceSec)
          .where('state', 'in', transitions.pay.from)
          .orderBy('id', 'desc')
          .limit(1),
      ),
    async countOpen(userId) {
      const { count } = await db
        .selectFrom('vip_order')
        .select(({ fn }) => fn.count<number>('id').as('count'))
        .where('user_id', '=', userId)
        .where('state', 'in', transitions.pay.from)
        .executeTakeFirstOrThrow()
      return count
    },
    async listOf(userId, { page, size }) {
      const own = orders().where('user_id', '=', userId)
      const list = await own
        .orderBy('created_sec', 'desc')
        .orderBy('id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute()
      const { total } = await db
        .selectFrom('vip_order')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return { list, total }
    },
    list({ state, isHeld = false, userId }, limit) {
      let query = orders()
      if (state !== undefined) query = query.where('state', '=', state)
      if (userId !== undefined) query = query.where('user_id', '=', userId)
      if (isHeld) query = query.where(({ or }) => or([isWaiting, isProved]))
      return query.orderBy('id', 'desc').limit(limit).execute()
    },
    async *all() {
      let afterId = 0
      for (;;) {
        const page = await orders().select('id').where('id', '>', afterId).orderBy('id').limit(pageSize).execute()
        for (const { id, ...order } of page) {
          afterId = id
          yield order
        }
        if (page.length < pageSize) return
      }
    },
    due: ({ nowSec, askable, limit }) =>
      orders()
        .where('state', 'in', transitions.pay.from)
        .where(({ not }) => not(isWaiting))
        .where(({ or, eb }) =>
          or([
            eb(
              'expires_sec',
              '<=',
              sql<number>`case when proof is null then ${nowSec}::bigint else ${nowSec - proofWaitSec}::bigint end`,
            ),
            eb.and([
              eb('gateway', '=', sql<GatewayId>`any(${[...askable]}::text[])`),
              eb('created_sec', '<=', sql<number>`${nowSec}::bigint - (${[...askAtSec]}::int[])[asked_count + 1]`),
            ]),
          ]),
        )
        .orderBy('asked_sec')
        .orderBy('created_sec')
        .limit(limit)
        .execute(),
    async proofOf(no) {
      return (await db.selectFrom('vip_order').select('proof').where('no', '=', no).executeTakeFirst())?.proof ?? null
    },
  }
}

function writesOf(
  db: Kysely<VipTables>,
): Omit<OrderStore, keyof Reads | keyof EventStore | keyof RefundStore | keyof ForgetStore | keyof ReceiptStore> {
  return {
    async add(order) {
      const { no, userId, planId, name, days, amount, discount, currency, methodId, gateway, key } = order
      const row = { no, user_id: userId, plan_id: planId, name, days, amount, discount, currency, gateway, key }
      const times = { created_sec: order.createdSec, expires_sec: order.expiresSec }
      const made = { voucher_code: order.voucherCode, terms_version: order.termsVersion, tax_note: order.taxNote }
      const inserted = { ...row, ...times, ...made, method_id: methodId, state: 'created' } as const
      return db.insertInto('vip_order').values(inserted).returning(shown).executeTakeFirstOrThrow()
    },
    async move(no, transition, change = {}) {
      const { from, to } = transitions[transition]
      const moved = await db
        .updateTable('vip_order')
        .set({ ...columnsOf(change), state: to })
        .where('no', '=', no)
        .where('state', 'in', from)
        .returning(shown)
        .executeTakeFirst()
      return moved ?? null
    },
    async change(no, change) {
      await db.updateTable('vip_order').set(columnsOf(change)).where('no', '=', no).execute()
    },
    async markAsked(no, nowSec, isAnswered) {
      await sql`update vip_order set asked_count = asked_count + ${isAnswered ? 1 : 0}, asked_sec = ${nowSec}
        where no = ${no}`.execute(db)
    },
    async startAsking(no, nowSec, pauseSec) {
      const started = await db
        .updateTable('vip_order')
        .set({ asked_sec: nowSec })
        .where('no', '=', no)
        .where('asked_sec', '<=', nowSec - pauseSec)
        .executeTakeFirst()
      return started.numUpdatedRows > 0n
    },
    async saveProof(no, picture) {
      const saved = await db
        .updateTable('vip_order')
        .set({ proof: picture })
        .where('no', '=', no)
        .where('state', 'in', transitions.pay.from)
        .executeTakeFirst()
      return saved.numUpdatedRows > 0n
    },
  }
}
