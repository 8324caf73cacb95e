import type { VipPlan } from '@yunmu/contract'
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { RefusalError } from '../../../platform/http/refusal-error.ts'
import { nowSec } from '../../../platform/process/clock.ts'
import { isEndless } from '../ledger/ledger-rules.ts'
import type { VipParts } from '../vip-needs.ts'
import type { VipTables } from '../vip-tables.ts'
import { discounted, parseCode } from '../vouchers/voucher-rules.ts'
import type { FoundVoucher } from '../vouchers/voucher-store.ts'
import { isPayAddress, maxOpenOrders, openForSec, orderNo, priceIn, sameOrderSec } from './order-rules.ts'
import { createOrderStore, type OrderStore, type StoredOrder } from './order-store.ts'
import type { PayWay } from './pay-ways.ts'

/** A gateway answers within ten seconds, or has failed. */
const maxStartMs = 12_000
const startPauseMs = 200

/** What a user orders, checked. */
export interface OrderRequest {
  userId: number
  plan: VipPlan
  way: PayWay
  /** Chosen by the browser for each press; absent if it has chosen none. */
  key: string | undefined
  /** A discount code as typed. */
  code: string | undefined
  /** What the operator says of taxes beside the price. */
  taxNote: string
  /** The version of the terms that the payer agreed to now. */
  terms: string | undefined
  /** The station's scheme and host. */
  origin: string
  clientIp: string
  isPhone: boolean
}

/**
 * Makes an order and starts its payment. A request that is repeated returns the order that was made. The price is that of
 * the plan now, and stays with the order.
 */
export async function makeOrder(parts: VipParts, request: OrderRequest): Promise<StoredOrder> {
  const { order, isNew } = await storeOrder(parts, request)
  return isNew ? startPayment(parts, request, order) : started(parts, order)
}

/** Another request, in any process, is starting the payment: it leads to the same page. */
async function started({ orders }: VipParts, order: StoredOrder): Promise<StoredOrder> {
  let found: StoredOrder | null = order
  for (let waitedMs = 0; found?.state === 'created' && waitedMs < maxStartMs; waitedMs += startPauseMs) {
    await delay(startPauseMs)
    found = await orders.find(order.no)
  }
  if (found?.state === 'failed') throw new RefusalError('PaymentNotStarted')
  return found ?? order
}

async function storeOrder(parts: VipParts, request: OrderRequest): Promise<{ order: StoredOrder; isNew: boolean }> {
  const { db, clock, vouchers, memberships } = parts
  const { userId, plan, way, key, code, terms } = request
  const price = priceIn(plan, way.currency)
  if (price === 0) throw new RefusalError('PaymentUnavailable')
  const at = nowSec(clock)
  let voucher: FoundVoucher | null = null
  try {
    if (code !== undefined) voucher = await vouchers.find(code, userId, { kind: 'discount', planId: plan.id })
  } catch (err) {
    // The order that the request repeats has used the code.
    const first = await findRepeated(parts.orders, request, at)
    if (first) return { order: first, isNew: false }
    throw err
  }
  const no = orderNo(at, randomBytes(10))
  return db.transaction().execute(async (tx) => {
    // Requests of one user wait for each other, so that a double click finds the order of the first.
    const membership = await memberships.lockIn(tx, userId)
    const orders = createOrderStore(tx.withTables<VipTables>())
    const same = await findRepeated(orders, request, at)
    if (same) return { order: same, isNew: false }
    if (membership && isEndless(membership)) throw new RefusalError('EndlessAlready')
    if ((await orders.countOpen(userId)) >= maxOpenOrders) throw new RefusalError('TooManyOrders')
    const termsVersion = await parts.terms.acceptIn(tx, userId, terms)
    if (termsVersion === null) throw new RefusalError('TermsNotAccepted')
    const money = voucher ? discounted(price, voucher.percent) : { amount: price, discount: 0 }
    const order = await orders.add({
      no,
      userId,
      planId: plan.id,
      name: plan.name,
      days: plan.days,
      ...money,
      currency: way.currency,
      methodId: way.method.id,
      gateway: way.gateway.id,
      key: key ?? no,
      voucherCode: voucher?.code ?? null,
      termsVersion,
      taxNote: request.taxNote,
      createdSec: at,
      expiresSec: at + openForSec(way.gateway.id),
    })
    if (voucher)
      await vouchers.takeIn(tx, voucher.code, { userId, orderNo: no, use: { kind: 'discount', planId: plan.id } })
    return { order, isNew: true }
  })
}

/** The order that a request repeats. */
async function findRepeated(
  orders: Pick<OrderStore, 'byKey' | 'openSince'>,
  request: OrderRequest,
  nowSec: number,
): Promise<StoredOrder | null> {
  const { userId, plan, way, key } = request
  const same = { userId, planId: plan.id, methodId: way.method.id, voucherCode: codeOf(request) }
  if (key === undefined) return orders.openSince({ ...same, sinceSec: nowSec - sameOrderSec })
  const found = await orders.byKey(userId, key)
  return found && sameAs(request, found)
}

const codeOf = ({ code }: OrderRequest): string | null => (code === undefined ? null : (parseCode(code) ?? ''))

/** A key names one order: the one that was asked for with it. */
function sameAs(request: OrderRequest, order: StoredOrder): StoredOrder {
  const { plan, way } = request
  const isSame = order.planId === plan.id && order.methodId === way.method.id && order.voucherCode === codeOf(request)
  if (!isSame) throw new RefusalError('KeyUsed')
  return order
}

/** Tells the gateway of the order. Refuses with PaymentNotStarted if it does not take it. */
async function startPayment(parts: VipParts, request: OrderRequest, order: StoredOrder): Promise<StoredOrder> {
  const { orders, log } = parts
  const { gateway, method } = request.way
  try {
    const { payment, providerRef } = await gateway.create({
      no: order.no,
      subject: order.name,
      money: { minor: order.amount, currency: order.currency },
      methodId: method.id,
      expiresSec: order.expiresSec,
      notifyUrl: `${request.origin}/pay/notify/${gateway.id}`,
      returnUrl: `${request.origin}/pay/return/${gateway.id}?no=${order.no}`,
      clientIp: request.clientIp,
      isPhone: request.isPhone,
    })
    if (payment.url !== '' && !isPayAddress(payment.url, gateway.payHosts))
      throw new Error('the gateway named a page that is not on its hosts')
    const shown = gateway.throughStation?.(payment, request.origin) ?? payment
    // Paid already, if the gateway was faster: then the order stays as it is.
    return (
      (await orders.move(order.no, 'start', { payment: shown, providerRef })) ?? (await orders.find(order.no)) ?? order
    )
  } catch (err) {
    log.warn({ err, gateway: gateway.id, order: order.no }, 'a payment could not be started')
    await endUnpaid(parts, order.no, 'fail')
    throw new RefusalError('PaymentNotStarted')
  }
}

/** Ends an order that was not paid; its discount code can be used again. Null if it was paid meanwhile. */
export async function endUnpaid(
  { db, vouchers }: Pick<VipParts, 'db' | 'vouchers'>,
  no: string,
  how: 'fail' | 'expire' | 'close',
): Promise<StoredOrder | null> {
  return db.transaction().execute(async (tx) => {
    // The key is left to the next attempt: a repeated request must not get an order that cannot be paid any more.
    const ended = await createOrderStore(tx.withTables<VipTables>()).move(no, how, { key: no })
    if (ended) await vouchers.releaseIn(tx, no)
    return ended
  })
}
