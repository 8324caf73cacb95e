import { defineTexts } from '../../lib/text/texts.ts'

export const reminderChoiceTexts = defineTexts({
  follows: '关注的球队和赛事',
  name: '提醒',
  about: '订阅的比赛，以及关注的球队和赛事的比赛，在这些时候提醒你',
  soon: '开赛前',
  start: '开赛时',
  score: '进球',
  over: '终场',
  scoreNote: '足球每个进球提醒一次；篮球在每节结束、其他项目在每局结束时报比分',
  hiddenNote: '你隐藏了比分：不会收到进球提醒，终场提醒不带比分',
})
