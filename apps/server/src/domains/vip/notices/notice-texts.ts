import type { Currency } from '@yunmu/contract'
import { fullClockOf, chinaDay } from '@yunmu/contract/china-time'
import { formatAmount } from '../gateways/amount-rules.ts'
import type { StoredOrder } from '../orders/order-store.ts'
import { orderPage } from '../orders/show-order.ts'

/** Where memberships are bought and renewed. */
const vipPage = '/vip'

const signs: Readonly<Record<Currency, string>> = { CNY: '¥', EUR: '€' }
const moneyText = (minor: number, currency: Currency): string => signs[currency] + formatAmount(minor)

/** A message to one user. */
export interface PersonalNotice {
  title: string
  text: string
  /** Path of the page where something can be done about it. */
  url?: string
}

/** Titles of messages to operators about an order. */
export const alertTexts = {
  amount_mismatch: '收到的金额与订单不符，没有开通会员',
  unknown_order: '收到一笔款，没有对应的订单',
  late: '订单结束后才收到款，会员已开通',
  double: '同一订单收到两笔款，第二笔要退',
  voucher_gone: '订单过期后才收到款，优惠码已被别的订单用掉，要退款',
  endless: '永久会员又付了款，没有可开通的，要退款',
  no_account: '收到款，但账号已注销，要退款',
  chargeback: '付款被撤回，请到支付平台核对',
  refund_asked: '有人申请退款',
  refund_failed: '退款没有成功，请到支付平台核对',
  proof: '有人传了转账截图，等你核对',
  bill: '支付平台的账单和订单对不上',
  bill_missing: '支付平台的账单取不到，还没对账',
} as const
export type AlertKind = keyof typeof alertTexts

/** What an alert says of its order, or of the bill that it names. */
function alertText(kind: AlertKind, about: string): string {
  if (kind === 'bill') return `${about} 的账单。用 orders bills 看差在哪里。`
  if (kind === 'bill_missing') return `${about} 的账单。能取到时会自动补上，先用 pay test 看看能不能连上。`
  if (kind === 'unknown_order') return `平台说的订单号是 ${about}，本站没有。用 orders unknown 看这些款。`
  return `订单号 ${about}。用 orders show ${about} 看详情。`
}

/** @param about the order's number, or the day of a bill */
export const alertOf = (kind: AlertKind, about: string): PersonalNotice => ({
  title: alertTexts[kind],
  text: alertText(kind, about),
})

const momentOf = (sec: number): string => `${chinaDay(sec)} ${fullClockOf(sec).slice(0, 5)}`

/** Before a membership ends, and when it has. */
export const endNotice = (kind: 'soon' | 'ended', endSec: number): PersonalNotice =>
  kind === 'soon'
    ? { title: '会员快到期了', text: `会员到 ${momentOf(endSec)} 为止，续费后从那时接着算。`, url: vipPage }
    : { title: '会员已到期', text: '续费后马上恢复会员权益，收藏和记录都还在。', url: vipPage }

const untilOf = (endSec: number): string => (endSec === 0 ? '会员长期有效。' : `会员到 ${momentOf(endSec)} 为止。`)

/** The operator has given time, as a gift or to try VIP. @param endSec 0 is a membership without an end */
export const giftNotice = (kind: 'gift' | 'trial', days: number, endSec: number): PersonalNotice => ({
  title: kind === 'gift' ? '收到了会员' : '可以试用会员',
  text: `${kind === 'gift' ? `运营者送给你 ${days} 天会员` : `运营者给你试用 ${days} 天会员`}，已经生效。${untilOf(endSec)}`,
  url: vipPage,
})

/** An order was paid back, or a part of it. */
export const refundNotice = (order: Pick<StoredOrder, 'no' | 'name' | 'currency'>, minor: number): PersonalNotice => ({
  title: '退款已办好',
  text: `${order.name}，${moneyText(minor, order.currency)}，已经退给你。到账快慢看支付渠道，通常几天内。`,
  url: orderPage(order.no),
})

const declineText = ({ name, declineReason }: Pick<StoredOrder, 'name' | 'declineReason'>): string =>
  `${name}的退款申请没有通过${declineReason === '' ? '' : `，理由：${declineReason}`}。订单照旧，会员时间没有变。`

/** A refund that was asked for was declined. */
export const declineNotice = (order: Pick<StoredOrder, 'no' | 'name' | 'declineReason'>): PersonalNotice => ({
  title: '退款申请没有通过',
  text: declineText(order),
  url: orderPage(order.no),
})

/** The mail with the same. */
export function declineMail(
  to: string,
  order: Pick<StoredOrder, 'no' | 'name' | 'declineReason'>,
  { siteName, siteUrl }: { siteName: string; siteUrl: string },
): { to: string; subject: string; text: string } {
  const where = siteUrl === '' ? '' : `\n订单：${siteUrl}${orderPage(order.no)}`
  return {
    to,
    subject: `【${siteName}】退款申请没有通过`,
    text: `您好：\n\n${declineText(order)}\n\n订单号：${order.no}${where}\n\n${siteName}`,
  }
}

/** One mail to the operator about everything that waits. @param alerts each once, oldest first */
export function alertMail(
  to: string,
  alerts: readonly { kind: AlertKind; about: string }[],
  siteName: string,
): { to: string; subject: string; text: string } {
  const [first] = alerts
  const what = first && alerts.length === 1 ? alertTexts[first.kind] : `${alerts.length} 件事等你处理`
  const lines = alerts.map(({ kind, about }) => `${alertTexts[kind]}\n${alertText(kind, about)}`)
  return { to, subject: `【${siteName}】${what}`, text: `${lines.join('\n\n')}\n\n全部待处理的：orders list --held` }
}

/** What the receipt of an order says besides the order. */
export interface ReceiptWords {
  siteName: string
  /** The station's scheme and host, or empty. */
  siteUrl: string
  /** As beside prices, or empty. */
  taxNote: string
  methodName: string
  /** Payments are invented. */
  isDemo: boolean
}

/** The mail with the receipt of an order that was paid. */
export function receiptMail(
  to: string,
  order: Pick<StoredOrder, 'no' | 'name' | 'days' | 'amount' | 'currency' | 'paidSec' | 'vipUntil' | 'receiptNo'>,
  { siteName, siteUrl, taxNote, methodName, isDemo }: ReceiptWords,
): { to: string; subject: string; text: string } {
  const { no, name, days, amount, currency, paidSec, vipUntil, receiptNo } = order
  const lines = [
    `收据号：${receiptNo ?? ''}`,
    `订单号：${no}`,
    `项目：${siteName}会员 ${name}，${days} 天`,
    `实付：${moneyText(amount, currency)}${taxNote === '' ? '' : `（${taxNote}）`}`,
    `付款：${momentOf(paidSec)} ${methodName}`,
    vipUntil === 0 ? '会员有效期：长期' : `会员有效期：至 ${momentOf(vipUntil)}`,
  ]
  const where = siteUrl === '' ? '收据在“我的订单”里，可以打印。' : `打印收据：${siteUrl}${orderPage(no)}`
  const demo = isDemo ? '\n\n这是演示，没有真的扣款。' : ''
  return {
    to,
    subject: `【${siteName}】收据 ${receiptNo ?? ''}`,
    text: `您好：\n\n您的付款已经收到，会员已经开通。\n\n${lines.join('\n')}\n\n${where}${demo}\n\n${siteName}`,
  }
}
