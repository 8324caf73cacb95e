import type { Currency, OrderPayment, OrderState } from '@yunmu/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GatewayId } from './gateways/gateway.ts'

export const entryKinds = [
  'order',
  'redeem',
  'gift',
  'trial',
  'refund',
  'chargeback',
  'chargeback_won',
  'revoke',
  'import',
] as const
export type EntryKind = (typeof entryKinds)[number]

/** What a report of a gateway led to. */
export type Verdict =
  /** Paid in time, and given. */
  | 'credited'
  /** Paid after the order had ended, and given. */
  | 'late'
  /** Known already. */
  | 'duplicate'
  /** Paid a second time: that payment is refunded. */
  | 'double'
  /** Nothing is given until the operator decides. */
  | 'amount_mismatch'
  | 'no_account'
  /** Its discount was used by another order: it is paid back. */
  | 'voucher_gone'
  /** For a membership without an end, to which nothing can be added: it is paid back. */
  | 'endless'
  | 'unknown_order'
  | 'closed'
  | 'refund'
  | 'chargeback'
  | 'chargeback_won'

/** JSON, which the driver encodes and decodes. */
type Json<Value> = ColumnType<Value, string | null, string | null>

/** Tables that only this domain reads and writes. Times are Unix seconds, amounts hundredths. */
export type VipTables = {
  vip_entry: {
    id: GeneratedAlways<number>
    user_id: number
    kind: EntryKind
    ref: string
    seconds: number | null
    at_sec: number
    actor: string
    note: Generated<string>
  }
  vip_plan: {
    id: GeneratedAlways<number>
    name: string
    amount: number
    currency_amount: number
    days: number
    mark: string
    removed: Generated<boolean>
    /** Of the demonstration programme: sold by the test bank alone. */
    demo: Generated<boolean>
    created_sec: number
  }
  vip_order: {
    id: GeneratedAlways<number>
    no: string
    /** Null after the account was deleted. */
    user_id: number | null
    plan_id: number
    name: string
    days: number
    amount: number
    discount: number
    currency: Currency
    method_id: number
    gateway: GatewayId
    state: OrderState
    /** Why it waits for the operator, besides its payments; empty if it does not. */
    hold: Generated<string>
    /** The gateway's number of the order, by which it is asked. */
    provider_ref: Generated<string>
    /** The gateway's number of the payment. */
    paid_ref: Generated<string>
    payment: Json<OrderPayment | null>
    /** The discount code that it was made with, also after the code was given back. */
    voucher_code: string | null
    terms_version: Generated<string>
    /** What the operator said of taxes beside the price. */
    tax_note: Generated<string>
    key: string
    created_sec: number
    expires_sec: number
    paid_sec: Generated<number>
    refunded_sec: Generated<number>
    receipt_no: string | null
    vip_until: Generated<number>
    asked_count: Generated<number>
    asked_sec: Generated<number>
    /** A WebP picture. */
    proof: Buffer | null
    refund_reason: Generated<string>
    /** What was paid back. */
    refund_amount: Generated<number>
    /** What is being paid back; 0 if nothing is. */
    refund_planned: Generated<number>
    /** How many refunds were decided: each has a number of its own. */
    refund_count: Generated<number>
    /** Seconds of its time that refunds took, or would have taken if they had not been used. */
    refund_sec: Generated<number>
    /** Seconds that the last refund takes that was decided. */
    refund_planned_sec: Generated<number>
    /** When a refund that the owner asked for was last declined, and why. */
    declined_sec: Generated<number>
    decline_reason: Generated<string>
    /** What it was, and why it waited, when it was charged back. */
    disputed_state: Generated<OrderState | null>
    disputed_hold: Generated<string>
    refund_tried_sec: Generated<number>
    refund_tries: Generated<number>
    receipt_mailed: Generated<boolean>
  }
  payment_event: {
    id: GeneratedAlways<number>
    gateway: GatewayId
    event_key: string
    order_no: string | null
    verdict: Verdict
    provider_ref: string
    amount: number
    currency: string
    /** The number as the gateway said it, also of an order that there is not. */
    reported_no: Generated<string>
    /** The gateway's number of the dispute, if it names one. */
    dispute: Generated<string>
    raw: Buffer | null
    headers: Json<Record<string, string> | null>
    received_sec: number
    /** The merchant's number of a refund. */
    refund_no: Generated<string>
    /** Waits for the operator, or for the gateway to pay it back. */
    is_open: Generated<boolean>
  }
  /** What operators have to be mailed about. */
  vip_alert: {
    id: GeneratedAlways<number>
    kind: string
    about: string
    at_sec: number
    /** 0 until a mail says it. */
    mailed_sec: Generated<number>
  }
  receipt_counter: { year: number; last: number }
  vip_voucher_batch: {
    id: GeneratedAlways<number>
    kind: 'days' | 'discount'
    days: number
    percent: number
    plan_id: number | null
    per_person: number
    /** 0 is never. */
    expires_sec: number
    note: string
    created_sec: number
  }
  vip_voucher: {
    code: string
    batch_id: number
    used_by: number | null
    used_sec: Generated<number>
    /** The order that a discount was used for. */
    order_no: string | null
  }
  vip_voucher_failure: { user_id: number; count: number; since_sec: number; locked_until: number }
  vip_transfer: { id: number; picture: Buffer; currency: Currency; changed_sec: number }
  reconciliation_row: {
    id: GeneratedAlways<number>
    day: string
    gateway: GatewayId
    kind: 'only_us' | 'only_them' | 'amount'
    order_no: string
    provider_ref: string
    flow: 'paid' | 'refunded'
    our_amount: number
    their_amount: number
    currency: string
    found_sec: number
    refund_no: Generated<string>
    /** When the operator dealt with it; 0 if nobody has. */
    resolved_sec: Generated<number>
  }
  /** Whose bill was compared. */
  bill_day: { gateway: GatewayId; day: string; compared_sec: number }
}
