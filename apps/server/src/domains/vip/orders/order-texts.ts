import { paymentMethods } from '@yunmu/contract'
import type { GatewayId } from '../gateways/gateway.ts'

interface MethodText {
  name: string
  desc: string
}

const texts: Readonly<Partial<Record<number, MethodText>>> = {
  [paymentMethods.alipay]: { name: '支付宝', desc: '' },
  [paymentMethods.wechat]: { name: '微信支付', desc: '' },
  [paymentMethods.card]: { name: '银行卡', desc: '' },
  [paymentMethods.scan]: { name: '扫码支付', desc: '' },
}
const transfer: MethodText = { name: '扫码转账', desc: '付款后由站长核对，核对好了会员就开通' }

/** A payment method as payers read of it, by who takes it. */
export const methodText = (methodId: number, gateway: GatewayId): MethodText | undefined =>
  gateway === 'transfer' ? transfer : texts[methodId]
