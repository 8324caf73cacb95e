import { currencies, OrderNo, type Currency } from '@yunmu/contract'
import * as z from 'zod/mini'
import { isFreshTime } from './fresh-rules.ts'
import type { GatewayReport, Money } from './gateway.ts'

/** The time of a signature (`t=…,v1=…`) is near enough, also if it is in the future, which the library allows. */
export function isFresh(header: string, nowSec: number): boolean {
  const [, timestamp] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header) ?? []
  return timestamp !== undefined && isFreshTime(Number(timestamp), nowSec)
}

/** Whether a key belongs to the live mode; events of the other mode are not ours. */
export const isLiveKey = (secretKey: string): boolean => /^(?:sk|rk)_live_/.test(secretKey)

/** Other shops may sell by the same account: what has no number of an order, or another currency, is not ours. */
export const isOrderNo = (text: string | null | undefined): text is string => OrderNo.safeParse(text).success

const isCurrency = (text: string | null): boolean => currencies.some((each) => each.toLowerCase() === text)

/** An amount as Stripe writes it: hundredths, and the currency in lower case. Null for another currency. */
export function moneyOf(minor: number | null, currency: string | null): Money | null {
  const known: Currency | undefined = currencies.find((each) => each.toLowerCase() === currency)
  if (minor === null || known === undefined || !Number.isSafeInteger(minor) || minor < 0) return null
  return minor > 99_999_999_999 ? null : { minor, currency: known }
}

const reference = z.string().check(z.regex(/^[\w-]{1,100}$/))
const amount = z.nullable(z.int())
const id = z.pipe(
  z.union([reference, z.object({ id: reference })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)

export const CheckoutSession = z.object({
  object: z.literal('checkout.session'),
  id: reference,
  client_reference_id: z.nullable(z.string()),
  payment_intent: z.optional(z.nullable(id)),
  payment_status: z.string(),
  status: z.nullable(z.string()),
  amount_total: amount,
  currency: z.nullable(z.string()),
})
export type CheckoutSession = z.output<typeof CheckoutSession>

const Refund = z.object({
  object: z.literal('refund'),
  id: reference,
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.optional(z.nullable(id)),
  status: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.string())),
})

const Dispute = z.object({
  object: z.literal('dispute'),
  id: reference,
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.optional(z.nullable(id)),
  status: z.string(),
})

const StripeEvent = z.object({
  type: z.string(),
  livemode: z.boolean(),
  account: z.optional(z.nullable(z.string())),
  data: z.object({ object: z.unknown() }),
})

/** A report that lacks our number if the event does not contain it: the payment intent has it. */
export type Draft = Omit<GatewayReport, 'no'> & { no: string | null }

export type StripeNotice =
  | { isValid: false; reason: string }
  /** Null for an event that does not concern us. */
  | { isValid: true; draft: Draft | null }

const invalid = (reason: string): StripeNotice => ({ isValid: false, reason })
const nothing: StripeNotice = { isValid: true, draft: null }

/** Reads an event whose signature is valid. `isLive` is the mode of our key. */
export function readStripeEvent(event: unknown, isLive: boolean): StripeNotice {
  const { data: parsed } = StripeEvent.safeParse(event)
  if (parsed === undefined) return invalid('fields')
  // `account` names a connected account, and we have none.
  if (parsed.livemode !== isLive || (parsed.account ?? null) !== null) return invalid('merchant')
  const read = readers.get(parsed.type)
  return read === undefined ? nothing : read(parsed.data.object)
}

/** By the type of the event; a map, because types such as `toString` are names of objects. */
const readers: ReadonlyMap<string, (object: unknown) => StripeNotice> = new Map([
  ['checkout.session.completed', readSession],
  ['checkout.session.async_payment_succeeded', readSession],
  ['checkout.session.expired', readSession],
  ['refund.created', readRefund],
  ['refund.updated', readRefund],
  ['charge.dispute.created', (object: unknown) => readDispute(object, 'charged_back')],
  ['charge.dispute.funds_withdrawn', (object: unknown) => readDispute(object, 'charged_back')],
  ['charge.dispute.funds_reinstated', (object: unknown) => readDispute(object, 'chargeback_won')],
  ['charge.dispute.closed', (object: unknown) => readDispute(object, 'chargeback_won')],
])

function readSession(object: unknown): StripeNotice {
  const { data: session } = CheckoutSession.safeParse(object)
  if (session === undefined) return invalid('fields')
  if (!isOrderNo(session.client_reference_id) || !isCurrency(session.currency)) return nothing
  const report = sessionReport(session)
  if (report === 'invalid') return invalid('fields')
  return { isValid: true, draft: report }
}

/** What a session says of its order; null while it is open. */
export function sessionReport(session: CheckoutSession): GatewayReport | null | 'invalid' {
  const kind = sessionKind(session)
  if (kind === null) return null
  const money = moneyOf(session.amount_total, session.currency)
  const [no, paymentIntent] = [session.client_reference_id ?? '', session.payment_intent ?? '']
  if (money === null || no === '' || (kind === 'paid' && paymentIntent === '')) return 'invalid'
  const providerRef = kind === 'paid' ? paymentIntent : session.id
  return { kind, no, providerRef, money, eventKey: `${kind}:${providerRef}`, refundNo: '' }
}

function sessionKind({ payment_status, status }: CheckoutSession): 'paid' | 'closed' | null {
  // A completed session of a slow method is not paid yet.
  if (payment_status === 'paid') return 'paid'
  return status === 'expired' ? 'closed' : null
}

function readRefund(object: unknown): StripeNotice {
  const { data: refund } = Refund.safeParse(object)
  if (refund === undefined) return invalid('fields')
  // A refund of a payment that was not made for an order has no payment intent.
  if (refund.status !== 'succeeded' || (refund.payment_intent ?? null) === null) return nothing
  if (!isCurrency(refund.currency)) return nothing
  const money = moneyOf(refund.amount, refund.currency)
  if (money === null) return invalid('fields')
  const draft: Draft = {
    kind: 'refunded',
    no: refund.metadata?.no ?? null,
    providerRef: refund.payment_intent ?? '',
    money,
    eventKey: `refund:${refund.id}`,
    refundNo: refund.metadata?.refundNo ?? '',
  }
  return { isValid: true, draft }
}

function readDispute(object: unknown, kind: 'charged_back' | 'chargeback_won'): StripeNotice {
  const { data: dispute } = Dispute.safeParse(object)
  if (dispute === undefined) return invalid('fields')
  // An inquiry (`warning_…`) takes no money; a closed dispute gives it back only if it is won.
  const isAboutMoney = kind === 'charged_back' ? !dispute.status.startsWith('warning_') : dispute.status === 'won'
  if (!isAboutMoney || (dispute.payment_intent ?? null) === null || !isCurrency(dispute.currency)) return nothing
  const money = moneyOf(dispute.amount, dispute.currency)
  if (money === null) return invalid('fields')
  const draft: Draft = {
    kind,
    no: null,
    providerRef: dispute.payment_intent ?? '',
    money,
    eventKey: `${kind}:${dispute.id}`,
    refundNo: '',
    dispute: dispute.id,
  }
  return { isValid: true, draft }
}
