import { defineTexts } from '../lib/texts.ts'

export const dialogTexts = defineTexts({
  close: '关闭',
  no: '取消',
})
