import { createHmac } from 'node:crypto'
import { refundedMinor, type BankEvent, type BankRefund, type Payment } from './payment.ts'
import { json, type BankParts, type BankProtocol, type BankReply, type BankRequest } from './protocol.ts'

const hour = 3600

/** Stripe: Checkout sessions, refunds, lists and events. */
export function createStripeProtocol(parts: BankParts): BankProtocol {
  const { secretKey, webhookSecret } = parts.accounts.stripe
  return {
    retriesSec: [hour / 12, hour / 2, 2 * hour, 5 * hour, 10 * hour, 12 * hour, 12 * hour],
    answer(request) {
      if (!request.path.startsWith('/v1/')) return null
      if (request.headers.authorization !== `Bearer ${secretKey}`) return failure(401, 'invalid_request_error', '')
      return call(parts, request)
    },
    notificationOf(event) {
      const told = objectOf(event, parts)
      const createdSec = Math.floor(parts.nowMs() / 1000)
      const body = JSON.stringify({
        id: event.id,
        object: 'event',
        api_version: '2026-10-29',
        created: createdSec,
        livemode: false,
        type: told.type,
        data: { object: told.object },
      })
      const signature = createHmac('sha256', webhookSecret).update(`${createdSec}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${createdSec},v1=${signature}` }
      return { method: 'POST', url: event.payment.notifyUrl, headers, body }
    },
    isTaken: (status) => status >= 200 && status < 300,
    tamper: (given) => ({ ...given, body: given.body.replace(/"amount(_total)?":\d+/, '"amount$1":1') }),
  }
}

const failure = (status: number, type: string, code: string): BankReply =>
  json(status, { error: { type, code, message: `${type} ${code}` } })
const missing = (): BankReply => failure(404, 'invalid_request_error', 'resource_missing')
const listOf = (data: readonly unknown[]): BankReply => json(200, { object: 'list', data, has_more: false, url: '/v1' })

/** Ids of sessions follow from those of payments, so that either finds the other. */
const sessionId = ({ ref }: Payment): string => ref.replace('pi_', 'cs_test_')
const chargeId = ({ ref }: Payment): string => ref.replace('pi_', 'ch_')
const ofId = ({ books }: BankParts, id: string): Payment | undefined =>
  books.ofRef(id.replace(/^(?:cs_test|ch)_/, 'pi_'))

function call(parts: BankParts, { method, path, query, body }: BankRequest): BankReply {
  const [, , resource = '', ...rest] = path.split('/')
  const form = new URLSearchParams(body)
  const name = resource === 'checkout' ? (rest.shift() ?? '') : resource
  const [id, action] = rest
  const payment = id === undefined ? undefined : ofId(parts, id)
  if (id !== undefined && payment === undefined) return missing()
  switch (`${method} ${name}`) {
    case 'POST sessions':
      if (payment === undefined) return startSession(parts, form)
      if (action === 'expire') parts.tell(parts.books.close(payment))
      return json(200, sessionOf(payment, parts))
    case 'GET sessions': {
      const found = payment ?? ofId(parts, query.get('payment_intent') ?? '')
      if (payment === undefined) return listOf(found ? [sessionOf(found, parts)] : [])
      return json(200, sessionOf(payment, parts))
    }
    case 'GET payment_intents':
      return payment === undefined ? missing() : json(200, intentOf(payment))
    case 'POST refunds':
      return refund(parts, form)
    case 'GET refunds':
      return listOf(refundsOf(parts, query))
    case 'GET charges':
      return listOf(chargesOf(parts, query))
    default:
      return missing()
  }
}

function startSession({ books, pageOf, nowMs, accounts, url, tell }: BankParts, form: URLSearchParams): BankReply {
  const field = (name: string): string => form.get(name) ?? ''
  const line = 'line_items[0][price_data]'
  const expiresMs = Number(field('expires_at')) * 1000
  const minutes = (expiresMs - nowMs()) / 60_000
  if (!(minutes >= 30 && minutes <= 24 * 60)) return failure(400, 'invalid_request_error', 'expires_at')
  const payment = books.order({
    protocol: 'stripe',
    no: field('client_reference_id'),
    minor: Number(field(`${line}[unit_amount]`)),
    currency: field(`${line}[currency]`),
    subject: field(`${line}[product_data][name]`),
    type: 'card',
    // Stripe has the address of notifications from its own settings.
    notifyUrl: '',
    returnUrl: field('success_url'),
    expiresMs,
  })
  if (payment === null) return failure(400, 'invalid_request_error', 'paid')
  return json(200, sessionOf(payment, { books, pageOf, nowMs, accounts, url, tell }))
}

function sessionOf(payment: Payment, { pageOf }: BankParts) {
  const isPaid = payment.state === 'paid'
  return {
    id: sessionId(payment),
    object: 'checkout.session',
    client_reference_id: payment.no,
    metadata: { no: payment.no },
    payment_intent: isPaid ? payment.ref : null,
    payment_status: isPaid ? 'paid' : 'unpaid',
    status: { open: 'open', paid: 'complete', closed: 'expired' }[payment.state],
    amount_total: payment.minor,
    currency: payment.currency,
    livemode: false,
    url: payment.state === 'open' ? pageOf(payment.token) : null,
  }
}

const intentOf = (payment: Payment) => ({
  id: payment.ref,
  object: 'payment_intent',
  amount: payment.minor,
  currency: payment.currency,
  metadata: { no: payment.no },
})

const refundOf = (payment: Payment, { ref, minor, metadata, createdMs }: BankRefund) => ({
  id: ref,
  object: 'refund',
  amount: minor,
  currency: payment.currency,
  payment_intent: payment.ref,
  charge: chargeId(payment),
  status: 'succeeded',
  created: Math.floor(createdMs / 1000),
  metadata,
})

function refund(parts: BankParts, form: URLSearchParams): BankReply {
  const payment = ofId(parts, form.get('payment_intent') ?? '')
  if (payment === undefined) return missing()
  const metadata: Record<string, string> = {}
  for (const [name, value] of form) {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    if (key !== undefined) metadata[key] = value
  }
  const refundNo = metadata.refundNo ?? ''
  const isRepeated = payment.refunds.some((made) => made.refundNo === refundNo)
  const event = parts.books.refund(payment, { refundNo, minor: Number(form.get('amount')), metadata })
  if (!event?.refund) return failure(400, 'invalid_request_error', 'charge_already_refunded')
  if (!isRepeated) parts.tell(event)
  return json(200, refundOf(payment, event.refund))
}

function isWithin(query: URLSearchParams, ms: number): boolean {
  const [from, to] = [Number(query.get('created[gte]') ?? 0), Number(query.get('created[lt]') ?? Infinity)]
  return ms / 1000 >= from && ms / 1000 < to
}

const paidOnes = ({ books }: BankParts): Payment[] =>
  books.payments.filter(({ protocol, state }) => protocol === 'stripe' && state === 'paid')

function refundsOf(parts: BankParts, query: URLSearchParams) {
  const of = query.get('payment_intent')
  const isExpanded = query.getAll('expand[0]').includes('data.payment_intent')
  return paidOnes(parts)
    .filter(({ ref }) => of === null || ref === of)
    .flatMap((payment) =>
      payment.refunds
        .filter(({ createdMs }) => isWithin(query, createdMs))
        .map((made) => ({
          ...refundOf(payment, made),
          payment_intent: isExpanded ? intentOf(payment) : payment.ref,
        })),
    )
}

const chargesOf = (parts: BankParts, query: URLSearchParams) =>
  paidOnes(parts)
    .filter(({ paidMs }) => isWithin(query, paidMs))
    .map((payment) => ({
      id: chargeId(payment),
      object: 'charge',
      amount: payment.minor,
      amount_refunded: refundedMinor(payment),
      currency: payment.currency,
      payment_intent: payment.ref,
      status: 'succeeded',
      created: Math.floor(payment.paidMs / 1000),
      metadata: { no: payment.no },
    }))

function objectOf({ kind, payment, refund: made }: BankEvent, parts: BankParts): { type: string; object: unknown } {
  if (kind === 'paid') return { type: 'checkout.session.completed', object: sessionOf(payment, parts) }
  if (kind === 'closed') return { type: 'checkout.session.expired', object: sessionOf(payment, parts) }
  if (kind === 'refunded' && made !== null) return { type: 'refund.created', object: refundOf(payment, made) }
  const isWon = kind === 'chargeback_won'
  const object = {
    id: payment.dispute?.ref ?? '',
    object: 'dispute',
    amount: payment.minor,
    currency: payment.currency,
    payment_intent: payment.ref,
    charge: chargeId(payment),
    status: isWon ? 'won' : 'needs_response',
  }
  return { type: isWon ? 'charge.dispute.closed' : 'charge.dispute.created', object }
}
