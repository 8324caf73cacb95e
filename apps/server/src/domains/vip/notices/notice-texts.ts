import { fullClockOf, chinaDay } from '@yunmu/contract/china-time'

/** A message to one user. */
export interface PersonalNotice {
  title: string
  text: string
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
    ? { title: '会员快到期了', text: `会员到 ${momentOf(endSec)} 为止，续费后从那时接着算。` }
    : { title: '会员已到期', text: '续费后马上恢复会员权益，收藏和记录都还在。' }
