import { defineTexts } from '../../lib/text/texts.ts'

export const matchTexts = defineTexts({
  onNow: '比赛直播',
  viewNow: '立即观看',
  close: '关闭',
  subscribed: '订阅的比赛',
  watch: '观看',
})
