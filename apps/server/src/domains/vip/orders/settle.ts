import type { Kysely, Transaction } from 'kysely'
import * as z from 'zod/mini'
import { appendAudit, type NewAuditEntry } from '../../../platform/audit/audit.ts'
import type { TransactionalEvents } from '../../../platform/events/outbox.ts'
import { defineJob, type Jobs } from '../../../platform/jobs/jobs.ts'
import { nowSec, type Clock } from '../../../platform/process/clock.ts'
import { GatewayError, gatewayIds, type GatewayId, type GatewayReport, type Gateways } from '../gateways/gateway.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { AlertKind } from '../notices/notice-texts.ts'
import { orderChanged } from '../vip-events.ts'
import type { VipTables, Verdict } from '../vip-tables.ts'
import type { Vouchers } from '../vouchers/vouchers.ts'
import {
  daySec,
  disputeOf,
  eventKeyOf,
  isOpen,
  isPaid,
  receiptNo,
  receiptYear,
  type Transition,
} from './order-rules.ts'
import { createOrderStore, type OrderChange, type OrderStore, type StoredOrder } from './order-store.ts'
import { chargeBack, refund, winBack } from './take-back.ts'

/** Tells the operators of an order that needs them. */
export const alertJob = defineJob(
  'vip.alert',
  z.object({ kind: z.string(), no: z.string(), of: z.optional(z.string()) }),
)

/** Mails the receipt of an order that was paid. */
export const receiptJob = defineJob('vip.receipt', z.object({ no: z.string() }))

/** Tells the owner of an order what was paid back. */
export const refundNoticeJob = defineJob('vip.refundNotice', z.object({ no: z.string(), minor: z.int() }))

/** Tells the owner of an order that its refund was declined. */
export const declineNoticeJob = defineJob('vip.declineNotice', z.object({ no: z.string() }))

/** Pays an order back at its gateway, until that has said how it ended. */
export const refundJob = defineJob('vip.refund', z.object({ no: z.string() }))

/** Pays back the second payment of an order. */
export const refundDoubleJob = defineJob(
  'vip.refundDouble',
  z.object({
    gateway: z.enum(gatewayIds),
    no: z.string(),
    providerRef: z.string(),
    minor: z.int(),
    currency: z.enum(['CNY', 'EUR']),
  }),
)

/** Where a report came from, besides the report. */
export interface ReportSource {
  raw: Buffer | null
  /** Only those on the allow-list. */
  headers: Record<string, string> | null
  /** Written in the same transaction, with what the order became: the hand of an operator. */
  audit?: Pick<NewAuditEntry, 'actor' | 'act' | 'subject' | 'before'>
}

export interface Settlement {
  /**
   * Applies what a gateway reports of an order, its signature verified: in one transaction the event is stored once, the
   * order changes its state, the ledger gives or takes, and the receipt is numbered. Reports of one order wait for each
   * other, in any number and order.
   */
  settle(gateway: GatewayId, report: GatewayReport, source?: ReportSource): Promise<Verdict>
}

export interface SettlementNeeds {
  db: Kysely<unknown>
  clock: Clock
  events: TransactionalEvents
  jobs: Pick<Jobs, 'enqueue' | 'prepare'>
  ledger: Ledger
  vouchers: Pick<Vouchers, 'releaseIn' | 'retakeIn'>
  gateways: Pick<Gateways, 'find'>
}

/** Of a report that no notification brought. */
const emptySource: ReportSource = { raw: null, headers: null }

/** What applying one report needs. */
export interface Settling {
  tx: Transaction<unknown>
  orders: OrderStore
  order: StoredOrder
  report: GatewayReport
  nowSec: number
  /** Whether the owner of the order has an e-mail address. */
  hasMail: boolean
  /** What the gateway said that it paid back of this payment, before it said that it was made. */
  refundedBefore: number
  needs: SettlementNeeds
  /** Tells the operators. @param of what it is about, if the order has several */
  alert(kind: AlertKind, of?: string): Promise<void>
  /** Lets a decided refund go on. */
  resumeRefund(): Promise<void>
  /** Tells the owner of the order what was paid back. */
  notifyRefund(): Promise<void>
}

export function createSettlement(needs: SettlementNeeds): Settlement {
  const { db, clock, events, jobs, ledger } = needs
  const runLocked = createKeyedMutex()
  const settleNow: Settlement['settle'] = async (gateway, report, source = emptySource) => {
    await jobs.prepare()
    const done = await db.transaction().execute(async (tx) => {
      const orders = createOrderStore(tx.withTables<VipTables>())
      const at = nowSec(clock)
      // The user before the order, as everywhere: transactions that lock both do not wait for each other.
      const owner = await orders.ownerOf(report.no)
      const user = owner === null ? null : await ledger.lockIn(tx, owner)
      const found = await orders.lock(report.no)
      const order = found?.gateway === gateway ? found : null
      const event = {
        gateway,
        eventKey: eventKeyOf(order, report),
        orderNo: order?.no ?? null,
        reportedNo: report.no,
        verdict: 'duplicate' as const,
        providerRef: report.providerRef,
        amount: report.money.minor,
        currency: report.money.currency,
        dispute: report.dispute ?? '',
        // What is sent of somebody whose account was deleted is not kept.
        ...(order?.userId === null ? { raw: null, headers: null } : { raw: source.raw, headers: source.headers }),
        receivedSec: at,
        refundNo: report.refundNo,
      }
      const added = await orders.addEvent(event)
      if (!added) return { verdict: 'duplicate' as const, order }
      const settling = order && {
        tx,
        orders,
        order,
        report,
        nowSec: at,
        hasMail: user?.hasMail === true,
        ...added,
        needs,
        alert: (kind: AlertKind, of?: string) => alertIn(needs, tx, kind, order.no, of),
        resumeRefund: () => jobs.enqueue(refundJob, { no: order.no }, { tx }),
        notifyRefund: () => jobs.enqueue(refundNoticeJob, { no: order.no, minor: report.money.minor }, { tx }),
      }
      const verdict = settling ? await apply(settling) : ('unknown_order' as const)
      const state = await orders.setVerdict(event, verdict)
      if (!settling) await alertIn(needs, tx, 'unknown_order', report.no, report.eventKey)
      if (source.audit) await appendAudit(tx, { ...source.audit, domain: 'vip', after: { state, verdict }, atSec: at })
      if (order?.userId && state !== null && state !== order.state)
        await events.announceIn(tx, orderChanged, { userId: order.userId, no: order.no })
      return { verdict, order }
    })
    const { verdict, order } = done
    if (order?.userId && verdict !== 'duplicate') {
      ledger.announce(order.userId)
      events.announceHere(orderChanged, { userId: order.userId, no: order.no })
    }
    return verdict
  }
  return { settle: (gateway, report, source) => runLocked(report.no, () => settleNow(gateway, report, source)) }
}

/**
 * Runs tasks of the same key one after another. Reports of one order would otherwise wait for each other in the database,
 * and each would hold a connection.
 */
function createKeyedMutex(): <Result>(key: string, run: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return async (key, run) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(run, run)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

/**
 * Tells the operators, with the commit of the transaction, once of each thing.
 * @param of what it is about, of several of one kind: a payment, a refund, a gateway
 */
export const alertIn = (
  { jobs }: Pick<SettlementNeeds, 'jobs'>,
  tx: Transaction<unknown>,
  kind: AlertKind,
  no: string,
  of?: string,
): Promise<void> => jobs.enqueue(alertJob, { kind, no, ...(of !== undefined && { of }) }, { tx })

async function apply(settling: Settling): Promise<Verdict> {
  const { report, order } = settling
  if (report.kind === 'paid') return pay(settling)
  if (report.kind === 'closed') return close(settling)
  // A refund of the second payment of an order concerns nothing that was given.
  if (isPaid(order.state) && order.paidRef !== '' && report.providerRef !== order.paidRef) return endDouble(settling)
  const known = isPaid(order.state) ? order : await creditEnded(settling)
  if (!known) return recordOnly(settling)
  const withOrder = { ...settling, order: known }
  if (report.kind === 'refunded') return refund(withOrder)
  return report.kind === 'charged_back' ? chargeBack(withOrder) : winBack(withOrder)
}

/** A report that changes no order. Money that was charged back always concerns the operator. */
async function recordOnly({ report, alert }: Settling): Promise<Verdict> {
  if (report.kind === 'refunded') return 'refund'
  if (report.kind === 'charged_back') await alert('chargeback', report.dispute ?? report.providerRef)
  return report.kind === 'charged_back' ? 'chargeback' : 'chargeback_won'
}

const isRightMoney = (order: StoredOrder, { minor, currency }: { minor: number; currency: string }): boolean =>
  minor === order.amount && currency === order.currency

/**
 * A payment of which the gateway says that it was returned, before it said that it was made: it is credited, so that what
 * follows takes it back. Null if nothing may be given: that payment was of a wrong amount, or what it was is unknown.
 */
async function creditEnded(settling: Settling): Promise<StoredOrder | null> {
  const { order, orders, report } = settling
  const events = await orders.eventsOf(order.no)
  const isWrong = events.some(
    ({ verdict, providerRef }) => verdict === 'amount_mismatch' && providerRef === report.providerRef,
  )
  if (!isWrong && isRightMoney(order, report.money)) {
    await refundEarly(settling, await credit(settling, order))
    return orders.find(order.no)
  }
  // What was wrongly paid went back to the payer.
  if (isWrong) await updateReturned(settling)
  return null
}

/** Takes what was paid back of a payment before the station knew of it. */
async function refundEarly(settling: Settling, order: StoredOrder): Promise<void> {
  const { report, refundedBefore: minor } = settling
  if (minor > 0) await refund({ ...settling, order, report: { ...report, money: { ...report.money, minor } } })
}

async function pay(settling: Settling): Promise<Verdict> {
  const { order, report, alert } = settling
  if (isPaid(order.state) && order.paidRef === report.providerRef) return 'duplicate'
  if (isPaid(order.state)) return payTwice(settling)
  if (!isRightMoney(order, report.money)) {
    await alert('amount_mismatch', report.eventKey)
    return 'amount_mismatch'
  }
  const isLate = !isOpen(order.state)
  const credited = await credit(settling, order)
  await refundEarly(settling, credited)
  if (credited.state === 'late_paid') return 'no_account'
  if (credited.state === 'refunding') return credited.ownHold === 'endless' ? 'endless' : 'voucher_gone'
  if (isLate) await alert('late')
  return isLate ? 'late' : 'credited'
}

/** The second payment of an order gives nothing, and is paid back. */
async function payTwice({ order, report, tx, needs, alert }: Settling): Promise<Verdict> {
  const { providerRef, money } = report
  await needs.jobs.enqueue(
    refundDoubleJob,
    { gateway: order.gateway, no: order.no, providerRef, minor: money.minor, currency: money.currency },
    { tx },
  )
  await alert('double', providerRef)
  return 'double'
}

async function endDouble(settling: Settling): Promise<Verdict> {
  await updateReturned(settling)
  return recordOnly(settling)
}

/**
 * A payment that had to go back no longer waits for the operator once all of it has: by refunds, or by a charge-back. It waits
 * again when the last of its charge-backs is decided for us: the money came back. The decision may arrive before the charge-back.
 */
async function updateReturned({ order, orders, report, alert }: Settling): Promise<void> {
  const { kind, providerRef, money } = report
  const events = (await orders.eventsOf(order.no)).filter((event) => event.providerRef === providerRef)
  const of = (...verdicts: Verdict[]) => events.filter(({ verdict }) => verdicts.includes(verdict))
  const sumOf = (found: typeof events): number => found.reduce((sum, { amount }) => sum + amount, 0)
  const refunded = sumOf(of('refund')) + (kind === 'refunded' ? money.minor : 0)
  const isRefunded = refunded >= sumOf(of('double', 'amount_mismatch'))
  const won = new Set(of('chargeback_won').map(disputeOf))
  const charged = of('chargeback').map(disputeOf)
  if (kind === 'charged_back') charged.push(disputeOf(report))
  if (kind === 'chargeback_won') won.add(disputeOf(report))
  const isCharged = charged.some((dispute) => !won.has(dispute))
  const isDecided = kind === 'chargeback_won' && charged.includes(disputeOf(report))
  if (isCharged || (isRefunded && kind === 'refunded')) await orders.closeEvents(order.no, providerRef)
  else if (isDecided && !isRefunded) {
    await orders.reopenEvents(order.no, providerRef)
    await alert(of('double').length > 0 ? 'double' : 'amount_mismatch', report.eventKey)
  }
}

/** The number of a payment's receipt: taken late, because all others wait for the number until the transaction ends. */
async function nextReceiptNo({ orders, nowSec: at }: Settling): Promise<string> {
  const year = receiptYear(at)
  return receiptNo(year, await orders.nextReceipt(year))
}

/**
 * Takes a payment, gives what was paid for, and numbers the receipt. The order of a deleted account stays paid, and waits
 * for the operator to pay it back.
 */
async function credit(settling: Settling, order: StoredOrder): Promise<StoredOrder> {
  const { tx, orders, report, nowSec: at, needs, alert } = settling
  const isLate = !isOpen(order.state)
  const move = async (transition: Transition, change: OrderChange): Promise<StoredOrder> => {
    const moved = await orders.move(order.no, transition, { paidRef: report.providerRef, paidSec: at, ...change })
    if (!moved) throw new Error(`order ${order.no} cannot be paid in state ${order.state}`)
    return moved
  }
  const why = await whyNothing(settling, order)
  if (why !== null) return payBack(settling, await move(isLate ? 'payLate' : 'pay', { hold: '' }), why)
  const given =
    order.userId === null
      ? null
      : await needs.ledger.addIn(tx, {
          userId: order.userId,
          kind: 'order',
          ref: order.no,
          seconds: order.days * daySec,
          actor: order.gateway,
          note: order.name,
        })
  if (!given) {
    await alert('no_account')
    const receipt = { receiptNo: await nextReceiptNo(settling) }
    return move(isLate ? 'payLate' : 'pay', { hold: 'no_account', ...receipt })
  }
  if (settling.hasMail) await needs.jobs.enqueue(receiptJob, { no: order.no }, { tx })
  const change = { hold: '', vipUntil: given.after.userEndTime, receiptNo: await nextReceiptNo(settling) }
  return move(isLate ? 'fulfilLate' : 'fulfil', change)
}

/** A discount code was given back when its order ended: an order that is paid late needs it again. */
async function keepsDiscount({ tx, needs }: Settling, { no, userId, voucherCode }: StoredOrder): Promise<boolean> {
  return voucherCode === null || userId === null || needs.vouchers.retakeIn(tx, voucherCode, { userId, orderNo: no })
}

/** Why a payment gives nothing: its discount went to another order, or nothing can be added to the membership. */
async function whyNothing(settling: Settling, order: StoredOrder): Promise<'endless' | 'voucher_gone' | null> {
  const { tx, needs } = settling
  if (order.userId !== null && (await needs.ledger.isEndlessIn(tx, order.userId))) return 'endless'
  return (await keepsDiscount(settling, order)) ? null : 'voucher_gone'
}

/** The money of a payment that gives nothing goes back: by the gateway, or by the operator where that cannot. */
async function payBack(settling: Settling, paid: StoredOrder, hold: 'endless' | 'voucher_gone'): Promise<StoredOrder> {
  const { orders, needs, alert, resumeRefund } = settling
  const isAutomatic = await refundsByItself(needs, paid.gateway)
  if (isAutomatic) await resumeRefund()
  await alert(hold)
  const plan = isAutomatic ? { refundPlanned: paid.amount, refundCount: 1 } : {}
  const change = { hold, ...plan, receiptNo: await nextReceiptNo(settling) }
  const refunding = await orders.move(paid.no, 'askRefund', change)
  if (!refunding) throw new Error(`order ${paid.no} cannot be paid back in state ${paid.state}`)
  return refunding
}

/** One that cannot be opened now is tried, and then waits for the operator. */
async function refundsByItself({ gateways }: SettlementNeeds, id: GatewayId): Promise<boolean> {
  try {
    return (await gateways.find(id))?.refund !== null
  } catch (err) {
    if (err instanceof GatewayError) return true
    throw err
  }
}

async function close({ order, orders, tx, needs }: Settling): Promise<Verdict> {
  if (await orders.move(order.no, 'close')) await needs.vouchers.releaseIn(tx, order.no)
  return 'closed'
}
