import { defineTexts } from '../../lib/text/texts.ts'

export const calendarTexts = defineTexts({
  subscribe: '订阅到日历',
  copy: '复制日历地址',
  copied: '日历地址已复制',
  copyByHand: (text: string) => `请手动复制：${text}`,
  own: '日历订阅',
  about: '日历里会自动显示你订阅的比赛，以及关注的球队和赛事的比赛；改期后自动更新。知道地址的人都能查看，请勿转发。',
  create: '生成日历地址',
  created: '日历地址已生成',
  renew: '更换地址',
  renewTitle: '更换日历地址',
  renewText: '旧地址会马上失效，已经订阅的日历要用新地址重新订阅。',
  renewed: '已换成新地址',
})
