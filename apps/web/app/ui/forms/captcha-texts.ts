import { defineTexts } from '../../lib/text/texts.ts'

export const captchaTexts = defineTexts({
  renew: '看不清，换一张',
  loading: '加载中…',
  failed: '加载失败，点此重试',
})
