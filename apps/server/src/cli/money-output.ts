import { OrderNo, type Currency } from '@yunmu/contract'
import { InvalidArgumentError } from 'commander'
import type { VipOperator } from '../domains/vip/index.ts'
import { UsageError } from './command-context.ts'
import { formatTime } from './user-output.ts'

type StoredOrder = Awaited<ReturnType<VipOperator['orders']['list']>>[number]

const signs: Record<Currency, string> = { CNY: '¥', EUR: '€' }

/** Hundredths as a decimal number, e.g. `29.90`. */
export const decimal = (minor: number): string => `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

export const moneyText = (minor: number, currency: Currency): string => `${signs[currency]}${decimal(minor)}`

/** Parses an amount as an operator types it, into hundredths. */
export function parseAmount(text: string): number {
  const [, whole, hundredths = '00'] = /^(0|[1-9]\d{0,8})(?:\.(\d{2}))?$/.exec(text) ?? []
  if (whole === undefined) throw new InvalidArgumentError('')
  return Number(whole) * 100 + Number(hundredths)
}

export function parseCurrency(text: string): Currency {
  if (text === 'CNY' || text === 'EUR') return text
  throw new InvalidArgumentError('')
}

/** @throws UsageError for what cannot be a number of an order */
export function parseOrderNo(text: string): string {
  const no = text.trim().toUpperCase()
  if (!OrderNo.safeParse(no).success) throw new UsageError(`订单号不对：${text}`)
  return no
}

const stateTexts: Record<StoredOrder['state'], string> = {
  created: '待支付',
  pending: '待支付',
  paid: '已付款',
  fulfilled: '已开通',
  expired: '已过期',
  closed: '已取消',
  failed: '没有发起',
  late_paid: '过期后付款',
  refunding: '退款中',
  refunded: '已退款',
  charged_back: '付款被撤回',
}

const holdTexts: Readonly<Partial<Record<string, string>>> = {
  amount_mismatch: '金额不符',
  double: '付了两次',
  no_account: '账号已注销',
  voucher_gone: '优惠码已被别的订单用掉',
  endless: '已是永久会员',
  refund_asked: '申请退款',
  refund_failed: '退款失败',
  chargeback: '付款被撤回',
}

/** What waits for the operator, or nothing. */
const waitsText = ({ hold, hasProof, state }: StoredOrder): string => {
  if (hold !== '') return `  ※ ${holdTexts[hold] ?? hold}`
  return hasProof && state === 'pending' ? '  ※ 已传截图，待核对' : ''
}

/** An order on one line. */
export function orderLine(order: StoredOrder): string {
  const { no, createdSec, userId, name, amount, currency, gateway, state, refundAmount } = order
  const who = userId === null ? '（已注销）' : `用户 ${userId}`
  const money = moneyText(amount, currency)
  // A part that the merchant refunded leaves the order as it is.
  const back = state === 'refunded' || refundAmount === 0 ? '' : `（退过 ${moneyText(refundAmount, currency)}）`
  return `${no}  ${formatTime(createdSec)}  ${who}  ${name}  ${money}  ${gateway}  ${stateTexts[state]}${back}${waitsText(order)}`
}

/** A field of a CSV file (RFC 4180); spreadsheets would run what begins like a formula. */
function csvField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (fields: readonly (string | number)[]): string => fields.map(csvField).join(',')

export const orderColumns = [
  'no',
  'created',
  'paid',
  'refunded',
  'user_id',
  'plan',
  'days',
  'amount',
  'discount',
  'currency',
  'gateway',
  'state',
  'receipt',
  'refund_amount',
  'payment',
] as const

const timeField = (sec: number): string => (sec === 0 ? '' : formatTime(sec))

/** An order as a line of the CSV file, in the order of `orderColumns`. */
export const orderCsv = (order: StoredOrder): string =>
  csvLine([
    order.no,
    timeField(order.createdSec),
    timeField(order.paidSec),
    timeField(order.refundedSec),
    order.userId ?? '',
    order.name,
    order.days,
    decimal(order.amount),
    decimal(order.discount),
    order.currency,
    order.gateway,
    order.state,
    order.receiptNo ?? '',
    decimal(order.refundAmount),
    order.paidRef,
  ])
