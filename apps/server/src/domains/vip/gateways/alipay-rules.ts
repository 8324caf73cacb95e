import * as z from 'zod/mini'
import { parseAmount, parseShortAmount } from './amount-rules.ts'
import { freshSec, isFreshTime } from './fresh-rules.ts'
import type { BillRow, GatewayReport, NotifyResult, OrderQuery, RefundName } from './gateway.ts'

/** Alipay repeats a notification for 25 hours. */
const retriedSec = 26 * 3600

/** The account that notifications must be for. */
export interface AlipayMerchant {
  appId: string
  sellerId: string
}

/**
 * What a notification means whose signature is valid. The amount of a refund is asked for, because a notification has the
 * sum of all refunds.
 */
export type AlipayNotice = { result: NotifyResult } | { refund: RefundName }

const invalid = (reason: string): AlipayNotice => ({ result: { isValid: false, reason } })

/** Reads the verified fields of a notification. */
export function readAlipayNotify(
  fields: ReadonlyMap<string, string>,
  { appId, sellerId }: AlipayMerchant,
  nowSec: number,
): AlipayNotice {
  if (fields.get('app_id') !== appId) return invalid('merchant')
  if (fields.get('seller_id') !== sellerId) return invalid('merchant')
  const sentSec = parseChinaTime(fields.get('notify_time') ?? '')
  if (sentSec === null || sentSec > nowSec + freshSec || sentSec < nowSec - retriedSec) return invalid('time')
  const [no = '', providerRef = ''] = [fields.get('out_trade_no'), fields.get('trade_no')]
  if (!isReference(no) || !isReference(providerRef)) return invalid('fields')
  const refundNo = fields.get('out_biz_no') ?? ''
  const refundedMinor = parseAmount(fields.get('refund_fee') ?? '0.00')
  if (refundedMinor === null || (refundNo !== '' && !isReference(refundNo))) return invalid('fields')
  // A partial refund leaves TRADE_SUCCESS, a complete one TRADE_CLOSED: only these fields tell it from a payment, which has
  // a sum of refunds as well, of 0.00.
  if (fields.has('gmt_refund') || refundedMinor > 0) return { refund: { no, providerRef, refundNo } }
  const kind = kindOf(fields.get('trade_status'))
  if (kind === null) return { result: { isValid: true, reports: [], needsQuery: false } }
  const report = reportOf(kind, no, providerRef, fields.get('total_amount'))
  if (report === null) return invalid('fields')
  // It is not said that a repeated notification has a new time. An old one is not believed, but asked about.
  return { result: { isValid: true, reports: [report], needsQuery: !isFreshTime(sentSec, nowSec) } }
}

const isReference = (text: string): boolean => /^[\x21-\x7e]{1,64}$/.test(text)

function kindOf(status: string | undefined): 'paid' | 'closed' | null {
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') return 'paid'
  return status === 'TRADE_CLOSED' ? 'closed' : null
}

/** A number of a refund is unique within its trade. */
const refundKey = (providerRef: string, refundNo: string): string => `refund:${providerRef}:${refundNo}`

function reportOf(
  kind: GatewayReport['kind'],
  no: string,
  providerRef: string,
  amount = '',
  refundNo = '',
): GatewayReport | null {
  const minor = parseAmount(amount)
  if (minor === null || !isReference(no) || !isReference(providerRef)) return null
  const eventKey = kind === 'refunded' ? refundKey(providerRef, refundNo) : `${kind}:${providerRef}`
  return { kind, no, providerRef, money: { minor, currency: 'CNY' }, eventKey, refundNo }
}

/** Unix seconds of `2026-11-27 20:15:00` in China; null for another form. */
export function parseChinaTime(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(ms) ? null : ms / 1000
}

const Reply = z.object({
  code: z.string(),
  sub_code: z.optional(z.string()),
  trade_no: z.optional(z.string()),
  out_trade_no: z.optional(z.string()),
  trade_status: z.optional(z.string()),
  total_amount: z.optional(z.string()),
  fund_change: z.optional(z.string()),
  refund_status: z.optional(z.string()),
  refund_amount: z.optional(z.string()),
  out_request_no: z.optional(z.string()),
  bill_download_url: z.optional(z.string()),
})
/** The fields of replies that are used. */
export type AlipayReply = z.output<typeof Reply>

/** The body of a verified reply; null for one that the protocol does not know. */
export const readAlipayReply = (body: unknown): AlipayReply | null => Reply.safeParse(body).data ?? null

export const isDone = ({ code }: AlipayReply): boolean => code === '10000'

/** Refusals of a refund after which none is made; Alipay wants all others repeated with the same number. */
const finalRefusals = new Set([
  'ACQ.SELLER_BALANCE_NOT_ENOUGH',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_FEE_ERROR',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.TRADE_NOT_EXIST',
  'ACQ.TRADE_STATUS_ERROR',
])
export const isFinalRefusal = ({ code, sub_code = '' }: AlipayReply): boolean =>
  code === '40004' && finalRefusals.has(sub_code)

/** The words of a refusal that can be shown and logged. */
export const refusalOf = ({ code, sub_code = '' }: AlipayReply): string =>
  `alipay: ${code.slice(0, 10)} ${sub_code.replaceAll(/[^\w.-]/g, '').slice(0, 60)}`.trim()

/** Reads the reply to `alipay.trade.query`. */
export function readAlipayOrder(reply: AlipayReply, no: string): OrderQuery {
  // A trade exists only since the payer has signed in at Alipay.
  if (reply.sub_code === 'ACQ.TRADE_NOT_EXIST') return { state: 'unknown' }
  if (!isDone(reply)) return { state: 'failed', reason: refusalOf(reply) }
  if (reply.out_trade_no !== no) return { state: 'failed', reason: 'alipay: another order' }
  const kind = kindOf(reply.trade_status)
  if (kind !== 'paid') return { state: kind ?? 'unpaid' }
  const report = reportOf('paid', no, reply.trade_no ?? '', reply.total_amount)
  return report === null ? { state: 'failed', reason: 'alipay: unknown reply' } : { state: 'paid', report }
}

/** Reads the reply to `alipay.trade.fastpay.refund.query`; null while the refund is not made. */
export function readAlipayRefund(reply: AlipayReply, { no, providerRef, refundNo }: RefundName): GatewayReport | null {
  if (!isDone(reply) || reply.refund_status !== 'REFUND_SUCCESS') return null
  if (reply.out_trade_no !== no || reply.out_request_no !== refundNo) return null
  return reportOf('refunded', no, providerRef, reply.refund_amount, refundNo)
}

/**
 * Reads the reply to `alipay.trade.query` about a trade of which some money went back: all of it if the trade is closed. Null
 * for a part, which the bill names.
 */
export function readAlipayWhole(reply: AlipayReply, { no, providerRef }: RefundName): GatewayReport | null {
  const isClosed = readAlipayOrder(reply, no).state === 'closed' && reply.trade_no === providerRef
  return isClosed ? reportOf('refunded', no, providerRef, reply.total_amount) : null
}

/**
 * Where a bill is: on hosts of Alipay, or where the gateway itself is; null for another address. Alipay names its hosts by
 * http, and answers there by https, too.
 */
export function alipayBillAddress(text: string, gateway: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  if (url.origin === new URL(gateway).origin) return url.href
  if (!/^https?:$/.test(url.protocol) || !/(?:^|\.)alipay\.com$/.test(url.host)) return null
  url.protocol = 'https:'
  return url.href
}

/** Columns of the bill's details. */
const columns = {
  providerRef: '支付宝交易号',
  no: '商户订单号',
  kind: '业务类型',
  subject: '商品名称',
  amount: '订单金额（元）',
  refundNo: '退款批次号/请求号',
} as const
type Column = keyof typeof columns

/** The kinds of rows that are payments and refunds. */
const billKinds: ReadonlyMap<string, BillRow['kind']> = new Map([
  ['交易', 'paid'],
  ['退款', 'refunded'],
])

/**
 * Reads the details of a day's bill: comment lines with #, a line of columns, rows with tabs behind values. Null if a column
 * is missing or a row cannot be read: a bill that is read in part would be compared wrongly.
 */
export function readAlipayBill(text: string): BillRow[] | null {
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').map((cell) => cell.trim()))
  const at = new Map(Object.entries(columns).map(([name, label]) => [name, head.indexOf(label)]))
  if ([...at.values()].includes(-1)) return null
  const rows: BillRow[] = []
  for (const line of lines) {
    const cells = withWholeSubject(line, head.length, at.get('subject') ?? 0)
    const cell = (name: Column): string => cells[at.get(name) ?? -1] ?? ''
    const row = billRow(cell)
    if (row === null || cells.length < head.length) return null
    if (row !== 'other') rows.push(row)
  }
  return rows
}

/** Nothing is quoted in bills: what is too much belongs to the name of the goods, which can contain commas. */
function withWholeSubject(cells: readonly string[], length: number, subjectAt: number): readonly string[] {
  const surplus = Math.max(0, cells.length - length)
  return [
    ...cells.slice(0, subjectAt),
    cells.slice(subjectAt, subjectAt + surplus + 1).join(','),
    ...cells.slice(subjectAt + surplus + 1),
  ]
}

/** Null for a row that cannot be read. Rows of other kinds, and with numbers that no order of ours can have, are no payments. */
function billRow(cell: (name: Column) => string): BillRow | 'other' | null {
  const kind = billKinds.get(cell('kind'))
  const [no, providerRef] = [cell('no'), cell('providerRef')]
  if (kind === undefined) return 'other'
  // Refunds are negative.
  const minor = parseShortAmount(cell('amount').replace(/^-/, ''))
  if (minor === null || !isReference(providerRef)) return null
  if (!isReference(no)) return 'other'
  const refundNo = kind === 'refunded' ? cell('refundNo') : ''
  const eventKey = kind === 'paid' ? `paid:${providerRef}` : refundNo && refundKey(providerRef, refundNo)
  return { no, providerRef, money: { minor, currency: 'CNY' }, kind, refundNo, eventKey }
}
