import { paymentMethods } from '@yunmu/contract'

/** The payment methods as payers read of them. */
export const methodTexts: Readonly<Partial<Record<number, { name: string; desc: string }>>> = {
  [paymentMethods.alipay]: { name: '支付宝', desc: '' },
  [paymentMethods.wechat]: { name: '微信支付', desc: '' },
  [paymentMethods.card]: { name: '银行卡', desc: '' },
  [paymentMethods.scan]: { name: '扫码转账', desc: '付款后由站长核对，核对好了会员就开通' },
}
