import { defineTexts } from '../text/texts.ts'

export const vipTexts = defineTexts({
  open: '开通 VIP',
  renew: '续费 VIP',
  loginFirst: '请先登录用户!',
})
