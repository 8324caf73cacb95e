import { defineTexts } from '../../lib/text/texts.ts'

export const updateTexts = defineTexts({
  today: '今日更新',
  wholeWeek: '最近更新',
  several: (from: number, to: number) => `第 ${from}–${to} 集`,
  out: '已更新',
  coming: '待更新',
})
