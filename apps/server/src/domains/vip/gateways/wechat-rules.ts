import * as z from 'zod/mini'
import { parseShortAmount } from './amount-rules.ts'
import { isFreshTime } from './fresh-rules.ts'
import type { BillRow, GatewayReport, NotifyResult, OrderQuery, RefundResult, RefundState } from './gateway.ts'

/** The account that notifications and replies must be for. */
export interface WechatMerchant {
  mchid: string
  appId: string
}

/** Whether a signature's time is within the tolerance. */
export function isFresh(timestamp: string, nowSec: number): boolean {
  return /^\d{1,12}$/.test(timestamp) && isFreshTime(Number(timestamp), nowSec)
}

const Notice = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string().check(z.length(12)),
    associated_data: z.optional(z.string()),
  }),
})
/** A notification whose signature is valid, its resource still encrypted. */
export type WechatNotice = z.output<typeof Notice>
export const readWechatNotice = (json: unknown): WechatNotice | null => Notice.safeParse(json).data ?? null

const minor = z.int().check(z.minimum(0), z.maximum(99_999_999_999))
const reference = z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/))

const Transaction = z.object({
  mchid: z.string(),
  appid: z.optional(z.string()),
  out_trade_no: reference,
  transaction_id: z.optional(reference),
  trade_state: z.string(),
  amount: z.optional(z.object({ total: z.optional(minor), currency: z.optional(z.string()) })),
})

const RefundNotice = z.object({
  mchid: z.string(),
  out_trade_no: reference,
  transaction_id: reference,
  out_refund_no: reference,
  refund_id: reference,
  refund_status: z.string(),
  amount: z.object({ refund: minor }),
})

/** Reads what a notification's resource says, decrypted. */
export function readWechatResource(eventType: string, resource: unknown, merchant: WechatMerchant): NotifyResult {
  if (eventType.startsWith('REFUND.')) return readRefundNotice(resource, merchant)
  if (!eventType.startsWith('TRANSACTION.')) return { isValid: true, reports: [], needsQuery: false }
  const parsed = Transaction.safeParse(resource)
  if (!parsed.success) return { isValid: false, reason: 'fields' }
  if (!isOurs(parsed.data, merchant)) return { isValid: false, reason: 'merchant' }
  if (parsed.data.trade_state !== 'SUCCESS') return { isValid: true, reports: [], needsQuery: false }
  const report = paidReport(parsed.data)
  return report === null
    ? { isValid: false, reason: 'fields' }
    : { isValid: true, reports: [report], needsQuery: false }
}

const isOurs = (transaction: z.output<typeof Transaction>, { mchid, appId }: WechatMerchant): boolean =>
  transaction.mchid === mchid && transaction.appid === appId

function paidReport({ out_trade_no, transaction_id, amount }: z.output<typeof Transaction>): GatewayReport | null {
  if (transaction_id === undefined || amount?.total === undefined || (amount.currency ?? 'CNY') !== 'CNY') return null
  return {
    kind: 'paid',
    no: out_trade_no,
    providerRef: transaction_id,
    money: { minor: amount.total, currency: 'CNY' },
    eventKey: `paid:${transaction_id}`,
    refundNo: '',
  }
}

function readRefundNotice(resource: unknown, { mchid }: WechatMerchant): NotifyResult {
  const parsed = RefundNotice.safeParse(resource)
  if (!parsed.success) return { isValid: false, reason: 'fields' }
  const refund = parsed.data
  if (refund.mchid !== mchid) return { isValid: false, reason: 'merchant' }
  if (refund.refund_status !== 'SUCCESS') return { isValid: true, reports: [], needsQuery: false }
  const report: GatewayReport = {
    kind: 'refunded',
    no: refund.out_trade_no,
    providerRef: refund.transaction_id,
    money: { minor: refund.amount.refund, currency: 'CNY' },
    eventKey: `refund:${refund.refund_id}`,
    refundNo: refund.out_refund_no,
  }
  return { isValid: true, reports: [report], needsQuery: false }
}

const closedStates = new Set(['CLOSED', 'REVOKED', 'PAYERROR'])

/** Reads the reply to a query of a transaction. */
export function readWechatOrder(reply: unknown, no: string, merchant: WechatMerchant): OrderQuery {
  const parsed = Transaction.safeParse(reply)
  if (!parsed.success) return { state: 'failed', reason: 'wechat: unknown reply' }
  const transaction = parsed.data
  if (transaction.out_trade_no !== no || !isOurs(transaction, merchant))
    return { state: 'failed', reason: 'wechat: another order' }
  if (closedStates.has(transaction.trade_state)) return { state: 'closed' }
  // REFUND is a payment that was refunded, perhaps in part.
  if (transaction.trade_state !== 'SUCCESS' && transaction.trade_state !== 'REFUND') return { state: 'unpaid' }
  const report = paidReport(transaction)
  return report === null ? { state: 'failed', reason: 'wechat: unknown reply' } : { state: 'paid', report }
}

/** The code of an error, which can be shown and logged. */
export function wechatErrorCode(reply: unknown): string {
  const { data } = z.object({ code: z.string() }).safeParse(reply)
  return data?.code.replaceAll(/[^\w.-]/g, '').slice(0, 60) ?? ''
}

/** Refusals of a refund after which none is made; after all others it may have been made, as WeChat Pay says of them. */
const finalRefusals = new Set(['NOT_ENOUGH', 'USER_ACCOUNT_ABNORMAL'])
/** States of a refund that did not reach the payer. */
const failedStates = new Set(['CLOSED', 'ABNORMAL'])

const Refund = z.object({
  status: z.string(),
  out_refund_no: reference,
  amount: z.object({ refund: minor }),
})

/** Reads the reply to a request to refund; null if it is unclear whether the refund is made. */
export function readWechatRefundReply(status: number, reply: unknown): RefundResult | null {
  const { data } = z.object({ status: z.string() }).safeParse(reply)
  const state = status === 200 ? data?.status : undefined
  if (state === 'SUCCESS') return { state: 'done' }
  if (state === 'PROCESSING') return { state: 'pending' }
  const said = state ?? wechatErrorCode(reply)
  const isFinal = state === undefined ? finalRefusals.has(said) : failedStates.has(said)
  return isFinal ? { state: 'failed', reason: `wechat: ${said}` } : null
}

/** Reads the reply to a question about a refund; null for one that says nothing of it. */
export function readWechatRefund(status: number, reply: unknown, refundNo: string): RefundState | null {
  if (status === 404 && wechatErrorCode(reply) === 'RESOURCE_NOT_EXISTS') return { state: 'unknown' }
  const { data: refund } = Refund.safeParse(reply)
  if (status !== 200 || refund?.out_refund_no !== refundNo) return null
  if (refund.status === 'PROCESSING') return { state: 'pending' }
  if (failedStates.has(refund.status)) return { state: 'failed' }
  if (refund.status !== 'SUCCESS') return null
  return { state: 'done', money: { minor: refund.amount.refund, currency: 'CNY' } }
}

/** Columns of the bill. */
const columns = {
  providerRef: '微信订单号',
  no: '商户订单号',
  state: '交易状态',
  paid: '订单金额',
  refundRef: '微信退款单号',
  refundNo: '商户退款单号',
  refunded: '申请退款金额',
  refundState: '退款状态',
} as const

/**
 * Reads a day's bill: a line of columns, rows with ` before each value, then two lines with sums. Null if a column is missing
 * or a row cannot be read: a bill that is read in part would be compared wrongly.
 */
export function readWechatBill(text: string): BillRow[] | null {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const names = head.split(',')
  const end = lines.findIndex((line) => !line.startsWith('`'))
  const at = new Map(Object.entries(columns).map(([name, label]) => [name, names.indexOf(label)]))
  if ([...at.values()].includes(-1)) return null
  const rows: BillRow[] = []
  for (const line of lines.slice(0, end < 0 ? undefined : end)) {
    const cells = line.slice(1).split(',`')
    const row = billRow((name) => cells[at.get(name) ?? -1] ?? '')
    if (row === null || cells.length !== names.length) return null
    if (row !== 'other') rows.push(row)
  }
  return rows
}

/** Null for a row that cannot be read. Rows in other states move no money of ours. */
function billRow(cell: (name: keyof typeof columns) => string): BillRow | 'other' | null {
  const isRefund = cell('state') === 'REFUND'
  if (!isRefund && cell('state') !== 'SUCCESS') return 'other'
  // The money of a refund that failed is still ours. One under way is a refund: no later bill has it again.
  if (isRefund && cell('refundState') === 'FAIL') return 'other'
  const amount = parseShortAmount(isRefund ? cell('refunded') : cell('paid'))
  const [no, providerRef] = [cell('no'), cell('providerRef')]
  if (amount === null || !reference.safeParse(providerRef).success) return null
  if (!reference.safeParse(no).success) return 'other'
  const money = { minor: amount, currency: 'CNY' as const }
  if (!isRefund) return { no, providerRef, money, kind: 'paid', refundNo: '', eventKey: `paid:${providerRef}` }
  const eventKey = cell('refundRef') && `refund:${cell('refundRef')}`
  return { no, providerRef, money, kind: 'refunded', refundNo: cell('refundNo'), eventKey }
}
