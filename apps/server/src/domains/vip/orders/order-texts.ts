import { paymentMethods } from '@yunmu/contract'
import type { GatewayId } from '../gateways/gateway.ts'

interface MethodText {
  name: string
  desc: string
  /** The operator compares by hand. */
  byHand: boolean
}

const texts: Readonly<Partial<Record<number, MethodText>>> = {
  [paymentMethods.alipay]: { name: '支付宝', desc: '', byHand: false },
  [paymentMethods.wechat]: { name: '微信支付', desc: '', byHand: false },
  [paymentMethods.card]: { name: '银行卡', desc: '', byHand: false },
  [paymentMethods.scan]: { name: '扫码支付', desc: '用微信扫码', byHand: false },
}
const transfer: MethodText = { name: '扫码转账', desc: '核对收款后开通', byHand: true }

/** A payment method as payers read of it, by who takes it. */
export const methodText = (methodId: number, gateway: GatewayId): MethodText | undefined =>
  gateway === 'transfer' ? transfer : texts[methodId]
