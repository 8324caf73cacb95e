import { defineTexts } from './texts.ts'

export const shareTexts = defineTexts({
  copyByHand: (url: string) => `浏览器不让复制，请自己选中复制：${url}`,
})
