import type { Currency, OrderPayment } from '@yunmu/contract'

export const gatewayIds = ['epay', 'alipay', 'wechat', 'stripe', 'transfer'] as const
export type GatewayId = (typeof gatewayIds)[number]

/** An amount in hundredths of a currency. */
export interface Money {
  minor: number
  currency: Currency
}

/** An order as it is sent to a gateway. */
export interface GatewayOrder {
  /** Our number of the order, which the gateway gives back. */
  no: string
  /** Shown to the payer. */
  subject: string
  money: Money
  /** Which of its ways the payer chose: an id of `paymentMethods`. */
  methodId: number
  /** Unix seconds until which it can be paid. */
  expiresSec: number
  /** Our addresses for the gateway's notifications and for the payer's return. */
  notifyUrl: string
  returnUrl: string
  /** The payer's address and whether it is a phone, which some gateways demand. */
  clientIp: string
  isPhone: boolean
}

/** What a gateway says of an order, its signature and its merchant's identity verified. Amounts are not compared yet. */
export interface GatewayReport {
  kind: 'paid' | 'closed' | 'refunded' | 'charged_back' | 'chargeback_won'
  /** Our number. */
  no: string
  /** The gateway's number of the payment; the same for each report of one payment. */
  providerRef: string
  money: Money
  /** Unique for each event of the gateway; a repetition has the same. */
  eventKey: string
  /** The number of the refund there, for `refunded`: ours, or one that the merchant gave; empty if there is none. */
  refundNo: string
  /** The gateway's number of the dispute, for `charged_back` and `chargeback_won`, if it names one. */
  dispute?: string | undefined
}

/** A refund of ours, as a gateway knows it. */
export interface RefundName {
  /** Our number of the order. */
  no: string
  refundNo: string
  providerRef: string
}

/** How a request to refund ended. `failed` is final: nothing is paid back under this number. */
export type RefundResult = { state: 'done' } | { state: 'pending' } | { state: 'failed'; reason: string }

/** What became of a refund; `unknown` if the gateway has none with this number. */
export type RefundState = { state: 'done'; money: Money } | { state: 'pending' | 'failed' | 'unknown' }

export type NotifyResult =
  /** Reports, or none for an event that does not concern us. `needsQuery`: the signature is weak; ask before crediting. */
  { isValid: true; reports: GatewayReport[]; needsQuery: boolean } | { isValid: false; reason: string }

/** A notification as it arrived. */
export interface RawNotify {
  method: 'GET' | 'POST'
  /** Without the question mark, not decoded. */
  query: string
  headers: Record<string, string>
  body: Buffer
}

export type OrderQuery =
  | { state: 'paid'; report: GatewayReport }
  | { state: 'unpaid' | 'closed' | 'unknown' }
  | { state: 'failed'; reason: string }

/** A row of a day's bill. */
export interface BillRow {
  no: string
  providerRef: string
  money: Money
  kind: 'paid' | 'refunded'
  /** The merchant's number of a refund, or empty. */
  refundNo: string
  /** The key that its own report has; empty if the bill does not say enough. */
  eventKey: string
}

/** The reply to a notification, as the gateway's protocol wants it. */
export interface NotifyReply {
  status: number
  type: string
  body: string
}

/**
 * A payment gateway. Each speaks one protocol; none knows orders, users or memberships. Outgoing requests go through
 * `platform.egress`, end after ten seconds, and throw `GatewayError`.
 */
export interface Gateway {
  id: GatewayId
  currencies: readonly Currency[]
  /** Hosts to which a payer may be sent. */
  payHosts: readonly string[]
  create(order: GatewayOrder): Promise<{ payment: OrderPayment; providerRef: string }>
  /** Null for a gateway that sends no notifications. */
  parseNotify: ((raw: RawNotify, nowSec: number) => Promise<NotifyResult>) | null
  notifyReply(isTaken: boolean): NotifyReply
  /** Null for a gateway that cannot be asked: the operator confirms. */
  query: ((order: Pick<GatewayOrder, 'no' | 'money'> & { providerRef: string }) => Promise<OrderQuery>) | null
  /** Closes an order there, so that it cannot be paid any more; null where there is no such call. */
  close: ((order: Pick<GatewayOrder, 'no'> & { providerRef: string }) => Promise<void>) | null
  /**
   * Null if the operator refunds by hand. A refund with the same number is made once. Throws if it is unclear whether it was
   * made: it is repeated with the same number.
   */
  refund: ((refund: RefundName & { paid: Money; money: Money }) => Promise<RefundResult>) | null
  /** What became of a refund, before another is made in its place; null where `refund` is. */
  findRefund: ((refund: RefundName) => Promise<RefundState>) | null
  /** Payments and refunds of a day in China (YYYY-MM-DD); null where there is no bill. */
  bill: ((day: string) => Promise<BillRow[]>) | null
  /** Only of the test bank: how a payer reaches its page, from wherever the station is opened. */
  throughStation?: (payment: OrderPayment, origin: string) => OrderPayment
}

/** A gateway could not be reached, or answered what its protocol does not know. The message has no secrets. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
}

/** A payment method that is taken. */
export interface TakenMethod {
  gatewayId: GatewayId
  /** In which it is paid. */
  currency: Currency
  /** Loads the gateway; null if it is not configured any more. */
  open(): Promise<Gateway | null>
}

/** The configured gateways. A gateway's code and library are loaded when it is first used. */
export interface Gateways {
  /** Who takes a payment method; null if nobody does. */
  ofMethod(methodId: number): Promise<TakenMethod | null>
  /** In which currency a gateway is paid, without loading it; null if it is not configured. */
  currencyOf(id: GatewayId): Promise<Currency | null>
  /** Null if it is not configured. */
  find(id: GatewayId): Promise<Gateway | null>
  /** Whether payments are invented: the test bank takes them. */
  isTestBank(): Promise<boolean>
  /** Where the test bank listens, as an origin; null if it takes no payments. */
  testBankOrigin(): Promise<string | null>
}
