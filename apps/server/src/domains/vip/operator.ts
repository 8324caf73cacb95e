import type { Currency, VipPlan } from '@yunmu/contract'
import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { appendAudit, findAudit, type AuditEntry, type NewAuditEntry } from '../../platform/audit/audit.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { removeTestBankIn, transferSet } from './gateways/gateway-store.ts'
import { createTransferStore } from './gateways/transfer-store.ts'
import { createLedgerStore, type StoredEntry } from './ledger/ledger-store.ts'
import { tellGift } from './notices/send-notices.ts'
import { endOrder } from './orders/ask-gateway.ts'
import { daySec, isOpen, isPaid } from './orders/order-rules.ts'
import type { UnknownEvent } from './orders/event-store.ts'
import { createOrderStore, type OrderFilter, type StoredOrder } from './orders/order-store.ts'
import {
  declineRefund,
  previewRefund,
  refundOrder,
  type RefundDecision,
  type RefundPlan,
  type RefundWish,
} from './orders/refunds.ts'
import { cleanPicture } from './orders/save-proof.ts'
import { createPlanStore, type NewPlan } from './plans/plan-store.ts'
import { createReconciliationStore, type StoredDifference } from './reconciliation/reconciliation-store.ts'
import { offerChanged } from './vip-events.ts'
import type { VipParts } from './vip-needs.ts'
import type { VipTables, Verdict } from './vip-tables.ts'
import { codeOf } from './vouchers/voucher-rules.ts'
import { createVoucherStore, type VoucherBatch } from './vouchers/voucher-store.ts'

/** The operator's commands on money. Each change is in the audit log. */
export interface VipOperator {
  plans: {
    list(): Promise<VipPlan[]>
    add(plan: NewPlan): Promise<number>
    change(id: number, change: Partial<NewPlan>): Promise<VipPlan | null>
    remove(id: number): Promise<boolean>
  }
  orders: {
    list(filter: OrderFilter, limit: number): Promise<StoredOrder[]>
    /** Oldest first. */
    all(): AsyncIterable<StoredOrder>
    find(no: string): Promise<{ order: StoredOrder; events: PaymentEvent[]; audit: AuditEntry[] } | null>
    proofOf(no: string): Promise<Buffer | null>
    /**
     * The operator has seen the money: the order is credited where its gateway cannot be asked; where it can, the gateway
     * says whether it was paid. Null if there is none.
     */
    confirm(no: string): Promise<Confirmation | null>
    refund(no: string, wish?: RefundWish): Promise<RefundDecision>
    /** What a refund would pay back and take. Null if it would be refused. */
    previewRefund(no: string, wish: RefundWish): Promise<RefundPlan | null>
    /**
     * The operator does not accept what was sent or paid: an open order ends, payments that had to go back count as paid
     * back, and a charge-back counts as lost. Null if nothing waits for this.
     */
    reject(no: string): Promise<StoredOrder | null>
    /** Null if there is no refund to decline. */
    declineRefund(no: string, reason?: string): Promise<StoredOrder | null>
  }
  vouchers: {
    /** The codes of a new batch. Null if there is no such plan. */
    make(batch: Omit<VoucherBatch, 'id' | 'createdSec'>, count: number): Promise<{ id: number; codes: string[] } | null>
    batches: ReturnType<typeof createVoucherStore>['batches']
    codes: ReturnType<typeof createVoucherStore>['codes']
  }
  transfer: {
    /** False if the bytes are no picture. */
    set(picture: Buffer, currency: Currency): Promise<boolean>
    /** False if there is none. */
    remove(): Promise<boolean>
    /** In which currency it is paid; null if there is none. */
    currency(): Promise<Currency | null>
  }
  /** Gives time to try VIP; false if the person has had a trial. */
  trial(userId: number, days: number): Promise<boolean>
  ledgerOf(userId: number): Promise<StoredEntry[]>
  /** The whole ledger. */
  ledger(): AsyncIterable<StoredEntry>
  /** Differences between bills and orders, newest days first. */
  differences(limit: number): Promise<StoredDifference[]>
  /** The operator dealt with a difference, which is listed no more. False if there is none that waits. */
  resolveDifference(id: number): Promise<boolean>
  /** Reports of orders that the station does not know, newest first. */
  unknownEvents(limit: number): Promise<UnknownEvent[]>
}

export type Confirmation = Verdict | 'paid already' | 'not paid' | 'unreachable' | 'no gateway'

interface PaymentEvent {
  verdict: Verdict
  providerRef: string
  amount: number
  currency: string
  receivedSec: number
}

const actor = 'operator'
const maxAudit = 50

export function createOperator(parts: VipParts): VipOperator {
  return {
    plans: plansOf(parts),
    orders: ordersOf(parts),
    vouchers: vouchersOf(parts),
    transfer: transferOf(parts),
    trial: (userId, days) => giveTrial(parts, userId, days),
    ledgerOf: parts.ledger.entriesOf,
    ledger: createLedgerStore(parts.db.withTables<VipTables>()).all,
    differences: createReconciliationStore(parts.db.withTables<VipTables>()).list,
    resolveDifference: (id) => resolveDifference(parts, id),
    unknownEvents: parts.orders.unknownEvents,
  }
}

async function giveTrial(parts: VipParts, userId: number, days: number): Promise<boolean> {
  const given = await parts.ledger.trial(userId, days * daySec, actor)
  if (!given?.isNew) return false
  await tellGift(parts, userId, { kind: 'trial', days, endSec: given.after.userEndTime })
  return true
}

/** Runs a change and writes it to the audit log, in one transaction. */
async function audited<Done>(
  { db, clock }: VipParts,
  run: (
    tx: Transaction<unknown>,
    audit: (entry: Pick<NewAuditEntry, 'act' | 'subject' | 'before' | 'after'>) => Promise<number>,
  ) => Promise<Done>,
): Promise<Done> {
  return db
    .transaction()
    .execute((tx) => run(tx, (entry) => appendAudit(tx, { ...entry, domain: 'vip', actor, atSec: nowSec(clock) })))
}

const resolveDifference = (parts: VipParts, id: number): Promise<boolean> =>
  audited(parts, async (tx, audit) => {
    const resolved = await createReconciliationStore(tx.withTables<VipTables>()).resolve(id, nowSec(parts.clock))
    if (resolved)
      await audit({ act: 'difference resolved', subject: `difference ${id}`, before: resolved, after: null })
    return resolved !== null
  })

function plansOf(parts: VipParts): VipOperator['plans'] {
  const { plans, events, clock } = parts
  const changed = (): void => events.announce(offerChanged, {})
  const storeIn = (tx: Transaction<unknown>) => createPlanStore(tx.withTables<VipTables>())
  return {
    list: plans.list,
    async add(plan) {
      const id = await audited(parts, async (tx, audit) => {
        const added = await storeIn(tx).add(plan, nowSec(clock))
        await audit({ act: 'plan added', subject: `plan ${added}`, before: null, after: plan })
        return added
      })
      changed()
      return id
    },
    async change(id, change) {
      const after = await audited(parts, async (tx, audit) => {
        const before = await storeIn(tx).find(id)
        const plan = before && (await storeIn(tx).change(id, change))
        if (plan) await audit({ act: 'plan changed', subject: `plan ${id}`, before, after: plan })
        return plan
      })
      if (after) changed()
      return after
    },
    async remove(id) {
      const isRemoved = await audited(parts, async (tx, audit) => {
        const before = await storeIn(tx).find(id)
        const done = await storeIn(tx).remove(id)
        if (done) await audit({ act: 'plan removed', subject: `plan ${id}`, before, after: null })
        return done
      })
      if (isRemoved) changed()
      return isRemoved
    },
  }
}

function ordersOf(parts: VipParts): VipOperator['orders'] {
  const { orders, db } = parts
  return {
    list: orders.list,
    all: orders.all,
    async find(no) {
      const order = await orders.find(no)
      if (!order) return null
      const audit = await findAudit(db, { domain: 'vip', subject: no }, maxAudit)
      return { order, events: await orders.eventsOf(no), audit }
    },
    proofOf: orders.proofOf,
    confirm: (no) => confirmOrder(parts, no),
    reject: (no) => rejectOrder(parts, no),
    refund: (no, wish = {}) => refundOrder(parts, no, { ...wish, actor }),
    previewRefund: (no, wish) => previewRefund(parts, no, wish),
    declineRefund: (no, reason = '') => declineRefund(parts, no, { actor, reason }),
  }
}

async function confirmOrder(parts: VipParts, no: string): Promise<Confirmation | null> {
  const order = await parts.orders.find(no)
  if (!order) return null
  if (isPaid(order.state)) return 'paid already'
  const gateway = await parts.gateways.find(order.gateway)
  if (!gateway) return 'no gateway'
  const { amount, currency, providerRef, state, hold } = order
  const money = { minor: amount, currency }
  const audit = { actor, act: 'order confirmed', subject: no, before: { state, hold } }
  const source = { raw: null, headers: null, audit }
  if (gateway.query) {
    // Only the gateway knows the number of the payment, by which its own report is recognized later.
    const said = await gateway.query({ no, money, providerRef }).catch(() => null)
    if (said?.state === 'paid') return parts.settlement.settle(order.gateway, said.report, source)
    return said && said.state !== 'failed' ? 'not paid' : 'unreachable'
  }
  const report = {
    kind: 'paid' as const,
    no,
    money,
    providerRef: `hand:${no}`,
    eventKey: `confirm:${no}`,
    refundNo: '',
  }
  return parts.settlement.settle(order.gateway, report, source)
}

async function rejectOrder(parts: VipParts, no: string): Promise<StoredOrder | null> {
  const order = await parts.orders.find(no)
  if (!order) return null
  const isEnding = isOpen(order.state) && (order.hasProof || order.hold !== '')
  const isRejected = await audited(parts, async (tx, audit) => {
    const inTx = createOrderStore(tx.withTables<VipTables>())
    const closed = await inTx.closeEvents(no)
    const isLost = (await inTx.lock(no))?.ownHold === 'chargeback'
    if (!isEnding && closed === 0 && !isLost) return false
    if (isLost) await inTx.change(no, { hold: '' })
    const [before, after] = [{ state: order.state, hold: order.hold }, { paidBack: closed }]
    await audit({ act: 'order rejected', subject: no, before, after })
    return true
  })
  if (!isRejected) return null
  return (isEnding && (await endOrder(parts, order, 'close'))) || parts.orders.find(no)
}

function vouchersOf(parts: VipParts): VipOperator['vouchers'] {
  const store = createVoucherStore(parts.db.withTables<VipTables>())
  return {
    async make(batch, count) {
      if (batch.planId !== null && !(await parts.plans.find(batch.planId))) return null
      const codes = Array.from({ length: count }, () => codeOf(randomBytes(16)))
      const id = await audited(parts, async (tx, audit) => {
        const stored = { ...batch, createdSec: nowSec(parts.clock) }
        const made = await createVoucherStore(tx.withTables<VipTables>()).addBatch(stored, codes)
        await audit({ act: 'vouchers made', subject: `batch ${made}`, before: null, after: { ...batch, count } })
        return made
      })
      return { id, codes }
    },
    batches: store.batches,
    codes: store.codes,
  }
}

function transferOf(parts: VipParts): VipOperator['transfer'] {
  const { clock, events } = parts
  const storeIn = (tx: Transaction<unknown>) => createTransferStore(tx.withTables<VipTables>())
  return {
    async set(bytes, currency) {
      const picture = await cleanPicture(bytes)
      if (!picture) return false
      await audited(parts, async (tx, audit) => {
        await storeIn(tx).save({ picture, currency, changedSec: nowSec(clock) })
        const after = { currency, bytes: picture.length }
        await audit({ act: transferSet, subject: 'transfer', before: null, after })
        // Whoever sees the page of the test bank could believe that nothing is paid.
        await removeTestBankIn(tx)
      })
      events.announce(offerChanged, {})
      return true
    },
    currency: async () => (await parts.transfers.find())?.currency ?? null,
    async remove() {
      const isRemoved = await audited(parts, async (tx, audit) => {
        const done = await storeIn(tx).remove()
        if (done) await audit({ act: 'transfer picture removed', subject: 'transfer', before: null, after: null })
        return done
      })
      if (isRemoved) events.announce(offerChanged, {})
      return isRemoved
    },
  }
}
