import type { Stripe } from 'stripe'
import { nowSec as secondsOf } from '../../../platform/process/clock.ts'
import { freshSec } from './fresh-rules.ts'
import type { GatewayHttp, GatewayServices } from './gateway-http.ts'
import { currenciesOf, type SettingsOf } from './gateway-settings.ts'
import {
  GatewayError,
  type BillRow,
  type Gateway,
  type GatewayOrder,
  type GatewayReport,
  type NotifyResult,
  type OrderQuery,
  type RawNotify,
  type RefundName,
  type RefundState,
} from './gateway.ts'
import {
  CheckoutSession,
  isFresh,
  isLiveKey,
  isOrderNo,
  moneyOf,
  readStripeEvent,
  sessionReport,
} from './stripe-rules.ts'

type Settings = SettingsOf<'stripe'>

/** A session can be paid for at least thirty minutes; one more covers a slow clock. */
const shortestSessionSec = 31 * 60
const longestSessionSec = 24 * 3600 - 60
/** The most objects of a list that Stripe gives at once. */
const pageSize = 100

/** Stripe Checkout. The library's requests go through our own client. */
export async function createStripe(settings: Settings, services: GatewayServices): Promise<Gateway> {
  const { Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(settings.address)
  const client = new Stripe(settings.secretKey, {
    httpClient: Stripe.createFetchHttpClient(createFetch(services.http)),
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return {
    id: 'stripe',
    currencies: currenciesOf.stripe,
    payHosts: [settings.payHost],
    create: (order) => failing(createSession(client, order, settings, secondsOf(services.clock))),
    parseNotify: (raw, nowSec) => readNotify(client, settings, raw, nowSec),
    notifyReply: (isTaken) => ({ status: isTaken ? 200 : 400, type: 'text/plain', body: '' }),
    query: ({ no, providerRef }) => failing(querySession(client, no, providerRef)),
    async close({ providerRef }) {
      await failing(expireSession(client, providerRef))
    },
    refund: (refund) => failing(createRefund(client, refund)),
    findRefund: (refund) => failing(findRefund(client, refund)),
    bill: (day) => failing(readBill(client, day)),
  }
}

/** The part of `fetch` that the library uses. */
const createFetch =
  (http: GatewayHttp) =>
  async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (input instanceof Request) throw new GatewayError('stripe: unknown request')
    const reply = await http({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      maxBytes: 2 * 1024 * 1024,
      ...(typeof init.body === 'string' && init.body !== '' ? { body: init.body } : {}),
    })
    const requestId = reply.header('request-id')
    return new Response(reply.status === 204 ? null : new Uint8Array(reply.body), {
      status: reply.status,
      ...(requestId === undefined ? {} : { headers: { 'request-id': requestId } }),
    })
  }

/** Errors of the library contain headers and parameters: only the kind of error goes on. */
async function failing<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (err) {
    throw asGatewayError(err)
  }
}

function asGatewayError(err: unknown): GatewayError {
  if (err instanceof GatewayError) return err
  const { type, code } = errorKind(err)
  return new GatewayError(`stripe: ${[type, code].filter((word) => word !== '').join(' ')}`)
}

function errorKind(err: unknown): { type: string; code: string } {
  const textOf = (name: 'type' | 'code'): string => {
    const value = err instanceof Error && name in err ? Reflect.get(err, name) : ''
    return typeof value === 'string' ? value.replaceAll(/[^\w.-]/g, '').slice(0, 60) : ''
  }
  return { type: textOf('type') || 'failure', code: textOf('code') }
}

async function createSession(client: Stripe, order: GatewayOrder, { payHost }: Settings, nowSec: number) {
  const { no, money } = order
  const expires = Math.min(Math.max(order.expiresSec, nowSec + shortestSessionSec), nowSec + longestSessionSec)
  const session = await client.checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: no,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: money.currency.toLowerCase(),
            unit_amount: money.minor,
            product_data: { name: order.subject.slice(0, 200) },
          },
        },
      ],
      metadata: { no },
      payment_intent_data: { metadata: { no } },
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: expires,
      locale: 'zh',
    },
    { idempotencyKey: `order-${no}` },
  )
  const { id, url } = session
  if (url === null || !URL.canParse(url) || new URL(url).host !== payHost)
    throw new GatewayError('stripe: unknown page')
  return { payment: { url, qr: '', img: '' }, providerRef: id }
}

async function readNotify(client: Stripe, settings: Settings, raw: RawNotify, nowSec: number): Promise<NotifyResult> {
  const header = raw.headers['stripe-signature'] ?? ''
  if (raw.method !== 'POST' || !isFresh(header, nowSec)) return { isValid: false, reason: 'time' }
  let event: unknown
  try {
    const nowMs = nowSec * 1000
    event = client.webhooks.constructEvent(raw.body, header, settings.webhookSecret, freshSec, undefined, nowMs)
  } catch {
    return { isValid: false, reason: 'signature' }
  }
  const notice = readStripeEvent(event, isLiveKey(settings.secretKey))
  if (!notice.isValid) return notice
  if (notice.draft === null) return { isValid: true, reports: [], needsQuery: false }
  const no = notice.draft.no ?? (await failing(numberOf(client, notice.draft.providerRef)))
  const reports: GatewayReport[] = isOrderNo(no) ? [{ ...notice.draft, no }] : []
  return { isValid: true, reports, needsQuery: false }
}

/** Our number in a payment intent; null for a payment that is not of this station. */
async function numberOf(client: Stripe, paymentIntent: string): Promise<string | null> {
  const { metadata } = await client.paymentIntents.retrieve(paymentIntent)
  return metadata.no ?? null
}

async function findSession(client: Stripe, providerRef: string): Promise<CheckoutSession | null> {
  const found = providerRef.startsWith('pi_')
    ? (await client.checkout.sessions.list({ payment_intent: providerRef, limit: 1 })).data[0]
    : await client.checkout.sessions.retrieve(providerRef)
  return found === undefined ? null : CheckoutSession.parse(found)
}

async function querySession(client: Stripe, no: string, providerRef: string): Promise<OrderQuery> {
  if (providerRef === '') return { state: 'unknown' }
  let session: CheckoutSession | null
  try {
    session = await findSession(client, providerRef)
  } catch (err) {
    if (errorKind(err).code === 'resource_missing') return { state: 'unknown' }
    throw err
  }
  if (session === null) return { state: 'unknown' }
  if (session.client_reference_id !== no) return { state: 'failed', reason: 'stripe: another order' }
  const report = sessionReport(session)
  if (report === 'invalid') return { state: 'failed', reason: 'stripe: unknown reply' }
  if (report === null) return { state: 'unpaid' }
  return report.kind === 'paid' ? { state: 'paid', report } : { state: 'closed' }
}

async function expireSession(client: Stripe, providerRef: string): Promise<void> {
  const { status } = await client.checkout.sessions.retrieve(providerRef)
  if (status === 'open') await client.checkout.sessions.expire(providerRef)
}

type RefundRequest = Parameters<NonNullable<Gateway['refund']>>[0]

/** The failure that an error of the library stands for, if to ask again would end the same: the money is not there any more. */
const refusedRefund = (err: unknown): { state: 'failed'; reason: string } | null => {
  const { type, code } = errorKind(err)
  return type === 'StripeInvalidRequestError' ? { state: 'failed', reason: `stripe: ${code || type}` } : null
}

/**
 * Stripe forgets idempotency keys after a day, so a refund with our number is looked for first. A repeated request then
 * says how far the refund is.
 */
async function createRefund(client: Stripe, { no, refundNo, providerRef, money }: RefundRequest) {
  const paymentIntent = await paymentOf(client, providerRef)
  if (paymentIntent === null) return { state: 'failed', reason: 'stripe: no payment' } as const
  let refund = await madeRefund(client, paymentIntent, refundNo)
  try {
    refund ??= await client.refunds.create(
      { payment_intent: paymentIntent, amount: money.minor, metadata: { no, refundNo } },
      { idempotencyKey: `refund-${refundNo}` },
    )
  } catch (err) {
    const refusal = refusedRefund(err)
    if (refusal) return refusal
    throw err
  }
  if (refund.status === 'succeeded') return { state: 'done' } as const
  if (refund.status === 'failed' || refund.status === 'canceled')
    return { state: 'failed', reason: `stripe: ${refund.failure_reason ?? refund.status}` } as const
  return { state: 'pending' } as const
}

async function paymentOf(client: Stripe, providerRef: string): Promise<string | null> {
  if (providerRef.startsWith('pi_')) return providerRef
  return (await findSession(client, providerRef))?.payment_intent ?? null
}

async function madeRefund(client: Stripe, paymentIntent: string, refundNo: string) {
  const { data: made } = await client.refunds.list({ payment_intent: paymentIntent, limit: pageSize })
  return made.find(({ metadata }) => metadata?.refundNo === refundNo)
}

async function findRefund(client: Stripe, { refundNo, providerRef }: RefundName): Promise<RefundState> {
  const paymentIntent = await paymentOf(client, providerRef)
  const refund = paymentIntent === null ? undefined : await madeRefund(client, paymentIntent, refundNo)
  if (refund === undefined) return { state: 'unknown' }
  if (refund.status === 'failed' || refund.status === 'canceled') return { state: 'failed' }
  const money = moneyOf(refund.amount, refund.currency)
  return refund.status === 'succeeded' && money !== null ? { state: 'done', money } : { state: 'pending' }
}

/** Charges and refunds that were made on a day in China. */
async function readBill(client: Stripe, day: string): Promise<BillRow[]> {
  const fromSec = Date.parse(`${day}T00:00:00+08:00`) / 1000
  const created = { gte: fromSec, lt: fromSec + 86_400 }
  const charges = client.charges.list({ created, limit: pageSize })
  const refunds = client.refunds.list({ created, limit: pageSize, expand: ['data.payment_intent'] })
  const rows: BillRow[] = []
  for await (const charge of charges) {
    const money = moneyOf(charge.amount, charge.currency)
    const { no } = charge.metadata
    if (charge.status !== 'succeeded' || money === null || !isOrderNo(no)) continue
    const providerRef = idOf(charge.payment_intent)
    rows.push({ no, providerRef, money, kind: 'paid', refundNo: '', eventKey: `paid:${providerRef}` })
  }
  for await (const refund of refunds) {
    const money = moneyOf(refund.amount, refund.currency)
    const intent = typeof refund.payment_intent === 'object' ? refund.payment_intent : null
    const no = refund.metadata?.no ?? intent?.metadata.no
    if (refund.status !== 'succeeded' || money === null || !isOrderNo(no)) continue
    const refundNo = refund.metadata?.refundNo ?? ''
    const providerRef = idOf(refund.payment_intent)
    rows.push({ no, providerRef, money, kind: 'refunded', refundNo, eventKey: `refund:${refund.id}` })
  }
  return rows
}

const idOf = (reference: string | { id: string } | null): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')
