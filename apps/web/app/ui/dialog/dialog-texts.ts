import { defineTexts } from '../../lib/text/texts.ts'

export const dialogTexts = defineTexts({
  close: '关闭',
  no: '取消',
})
