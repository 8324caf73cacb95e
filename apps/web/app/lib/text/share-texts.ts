import { defineTexts } from './texts.ts'

export const shareTexts = defineTexts({
  copyByHand: (url: string) => `没能自动复制，请手动复制：${url}`,
})
