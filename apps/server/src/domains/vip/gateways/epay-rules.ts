import { createHash, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { parseShortAmount } from './amount-rules.ts'
import { decodeText, parseForm } from './form-rules.ts'
import type { BillRow, GatewayReport, NotifyResult, OrderQuery, RawNotify } from './gateway.ts'

/** Names of payment types in the protocol, by our payment methods. */
export const epayTypes: Readonly<Record<number, string>> = { 1: 'alipay', 2: 'wxpay' }

/** What is signed: every field with a value but the signature, in the order of code units, not URL-encoded. */
export function epayCanonical(fields: Iterable<readonly [string, string]>): string {
  return [...fields]
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/** The signature of the protocol's version 1: MD5 with the merchant's key behind the text. */
export const epaySign = (fields: Iterable<readonly [string, string]>, key: string): string =>
  createHash('md5')
    .update(epayCanonical(fields) + key, 'utf8')
    .digest('hex')

/** Compares hashes, so that the time taken does not depend on how much of the signature is right. */
function isSigned(fields: ReadonlyMap<string, string>, key: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text, 'utf8').digest()
  return timingSafeEqual(hash(fields.get('sign') ?? ''), hash(epaySign(fields, key)))
}

const invalid = (reason: string): NotifyResult => ({ isValid: false, reason })

/** The merchant as the gateway knows it. */
export interface EpayMerchant {
  pid: string
  key: string
}

/** Checks a notification: a GET whose fields are in the query, or the same fields as a form. */
export function readEpayNotify({ method, query, body }: RawNotify, { pid, key }: EpayMerchant): NotifyResult {
  const text = method === 'GET' ? query : decodeText(body)
  const fields = text === null ? null : parseForm(text)
  if (fields === null) return invalid('form')
  const type = fields.get('sign_type') ?? 'MD5'
  if (type !== 'MD5') return invalid('sign_type')
  if (!isSigned(fields, key)) return invalid('signature')
  if (fields.get('pid') !== pid) return invalid('merchant')
  if (fields.get('trade_status') !== 'TRADE_SUCCESS') return { isValid: true, reports: [], needsQuery: true }
  const report = paidReport(fields.get('out_trade_no'), fields.get('trade_no'), fields.get('money'))
  if (report === null) return invalid('fields')
  // MD5 is no protection against whoever can compute collisions, and the key is often shared: the query decides.
  return { isValid: true, reports: [report], needsQuery: true }
}

function paidReport(no = '', providerRef = '', money = ''): GatewayReport | null {
  // The most used implementation notifies of a PHP float: `29.9`, or `25`.
  const minor = parseShortAmount(money)
  if (minor === null || !isReference(no) || !isReference(providerRef)) return null
  return {
    kind: 'paid',
    no,
    providerRef,
    money: { minor, currency: 'CNY' },
    eventKey: `paid:${providerRef}`,
    refundNo: '',
  }
}

const isReference = (text: string): boolean => /^[\x21-\x7e]{1,64}$/.test(text)

/** Implementations write numbers as JSON numbers or as texts. */
const Digits = z.pipe(
  z.union([z.string(), z.int()]),
  z.transform((value) => String(value)),
)
const OrderReply = z.object({
  code: Digits,
  trade_no: z.optional(Digits),
  out_trade_no: z.optional(Digits),
  pid: z.optional(Digits),
  money: z.optional(z.string()),
  status: z.optional(Digits),
  addtime: z.optional(z.nullable(z.string())),
  endtime: z.optional(z.nullable(z.string())),
})

/** Reads the reply to a query for one order. */
export function readEpayOrder(reply: unknown, no: string, { pid }: EpayMerchant): OrderQuery {
  const parsed = OrderReply.safeParse(reply)
  if (!parsed.success) return { state: 'failed', reason: 'epay: unknown reply' }
  const { code, trade_no, out_trade_no, money, status } = parsed.data
  // -1 is an unknown order; -3 and -4 are a wrong key or merchant.
  if (code === '-1') return { state: 'unknown' }
  if (code !== '1') return { state: 'failed', reason: `epay: code ${code.slice(0, 12)}` }
  if (out_trade_no !== no || (parsed.data.pid ?? pid) !== pid) return { state: 'failed', reason: 'epay: another order' }
  if (status !== '1') return { state: 'unpaid' }
  const report = paidReport(out_trade_no, trade_no, money)
  return report === null ? { state: 'failed', reason: 'epay: unknown reply' } : { state: 'paid', report }
}

const OrdersReply = z.object({
  code: Digits,
  data: z.optional(z.nullable(z.array(z.omit(OrderReply, { code: true })))),
})

/** A page of the gateway's list, newest first. Null for a reply that the protocol does not know, or a payment in it. */
export function readEpayPage(reply: unknown, day: string): { rows: BillRow[]; isLast: boolean } | null {
  const parsed = OrdersReply.safeParse(reply)
  if (!parsed.success || parsed.data.code !== '1') return null
  const listed = parsed.data.data ?? []
  const paid = listed.filter(({ status, endtime }) => status === '1' && endtime?.slice(0, 10) === day)
  // A number that no order of ours can have is that of another shop.
  const ofShops = paid.filter(({ out_trade_no = '' }) => isReference(out_trade_no))
  const rows = ofShops.flatMap(({ trade_no, out_trade_no, money }): BillRow[] => {
    const report = paidReport(out_trade_no, trade_no, money)
    return report === null ? [] : [{ ...billed(report), kind: 'paid', refundNo: '' }]
  })
  // A list that is read in part would be compared wrongly.
  if (rows.length < ofShops.length) return null
  // An order is paid within a day of its creation: what was created two days before cannot be paid on the day.
  const oldest = listed.at(-1)?.addtime?.slice(0, 10) ?? ''
  return { rows, isLast: listed.length < epayPageSize || oldest < dayBefore(day) }
}

const billed = ({ no, providerRef, money, eventKey }: GatewayReport) => ({ no, providerRef, money, eventKey })

/** The most rows that the protocol gives at once. */
export const epayPageSize = 50

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
