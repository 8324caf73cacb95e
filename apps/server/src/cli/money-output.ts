import { OrderNo, type Currency } from '@yunmu/contract'
import { InvalidArgumentError } from 'commander'
import type { VipOperator } from '../domains/vip/index.ts'
import { actTexts } from './audit-texts.ts'
import { UsageError } from './command-context.ts'
import { formatTime } from './user-output.ts'

type PaymentEvent = NonNullable<Awaited<ReturnType<VipOperator['orders']['find']>>>['events'][number]
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
export const gatewayNames: Readonly<Record<StoredOrder['gateway'], string>> = {
  epay: '易支付',
  alipay: '支付宝',
  wechat: '微信支付',
  stripe: 'Stripe',
  transfer: '扫码转账',
}

/** Names of users by id. */
export type UserNames = ReadonlyMap<number, string>

/** E.g. `林夏（7）`. */
const userText = (userId: number | null, names: UserNames): string =>
  userId === null ? '（已注销）' : `${names.get(userId) ?? '用户'}（${userId}）`

const waitsText = ({ hold, hasProof, state }: StoredOrder): string => {
  if (hold !== '') return `  ※ ${holdTexts[hold] ?? hold}`
  return hasProof && state === 'pending' ? '  ※ 已传截图，待核对' : ''
}

/** An order on one line. */
export function orderLine(order: StoredOrder, names: UserNames): string {
  const { no, createdSec, userId, name, amount, currency, gateway, state, refundAmount } = order
  const who = userText(userId, names)
  const money = moneyText(amount, currency)
  // A part that the merchant refunded leaves the order as it is.
  const back = state === 'refunded' || refundAmount === 0 ? '' : `（退过 ${moneyText(refundAmount, currency)}）`
  return `${no}  ${formatTime(createdSec)}  ${who}  ${name}  ${money}  ${gatewayNames[gateway]}  ${stateTexts[state]}${back}${waitsText(order)}`
}

/** A field of a CSV file (RFC 4180); spreadsheets would run what begins like a formula. */
function csvField(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (fields: readonly (string | number)[]): string => fields.map(csvField).join(',')

/** The first line of a CSV file: with the mark by which Excel knows that the file is UTF-8. */
export const csvHead = (columns: readonly string[]): string => `\uFEFF${csvLine(columns)}`

export const orderColumns = [
  '订单号',
  '下单时间',
  '付款时间',
  '退款时间',
  '用户编号',
  '账号',
  '套餐',
  '天数',
  '金额',
  '优惠',
  '币种',
  '支付网关',
  '状态',
  '收据号',
  '已退金额',
  '平台流水号',
] as const

const timeField = (sec: number): string => (sec === 0 ? '' : formatTime(sec))

/** An order as a line of the CSV file, in the order of `orderColumns`. */
export const orderCsv = (order: StoredOrder, names: UserNames): string =>
  csvLine([
    order.no,
    timeField(order.createdSec),
    timeField(order.paidSec),
    timeField(order.refundedSec),
    order.userId ?? '',
    order.userId === null ? '' : (names.get(order.userId) ?? ''),
    order.name,
    order.days,
    decimal(order.amount),
    decimal(order.discount),
    order.currency,
    gatewayNames[order.gateway],
    stateTexts[order.state],
    order.receiptNo ?? '',
    decimal(order.refundAmount),
    paymentRef(order.paidRef),
  ])

/** The gateway's number of a payment; one that the operator confirmed has none. */
export const paymentRef = (providerRef: string): string => (providerRef.startsWith('hand:') ? '手工确认' : providerRef)

export const verdictTexts: Readonly<Record<PaymentEvent['verdict'], string>> = {
  credited: '已开通',
  late: '过期后付款，已开通',
  duplicate: '重复通知',
  double: '付了第二次',
  amount_mismatch: '金额不符',
  no_account: '账号已注销',
  voucher_gone: '优惠码已被别的订单用掉',
  endless: '已是永久会员',
  unknown_order: '没有这笔订单',
  closed: '平台已关闭',
  refund: '退款',
  chargeback: '付款被撤回',
  chargeback_won: '撤回被驳回',
}

const actorTexts: Readonly<Partial<Record<string, string>>> = {
  operator: '运营者',
  user: '用户',
  station: '系统',
  demo: '演示',
  ...gatewayNames,
}

/** Who did something with money. */
export const actorText = (actor: string): string => actorTexts[actor] ?? actor

/** An entry of the audit log. */
export const auditText = ({ atSec, actor, act }: { atSec: number; actor: string; act: string }): string =>
  `${formatTime(atSec)}  ${actorText(actor)}  ${actTexts[act] ?? act}`
