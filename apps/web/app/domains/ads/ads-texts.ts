import { defineTexts } from '../../lib/text/texts.ts'

export const adsTexts = defineTexts({
  ad: '广告',
  close: '关闭广告',
})
