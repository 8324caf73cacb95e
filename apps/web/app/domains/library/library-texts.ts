import { defineTexts } from '../../lib/texts.ts'

export const libraryTexts = defineTexts({
  justNow: '刚刚',
  today: '今天',
  dayBefore: '昨天',
  yesterday: '昨天',
  dayBeforeYesterday: '前天',
  month: (month: number, year: number | null) => (year === null ? `${month} 月` : `${year}.${month}`),
  weekdays: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  finished: '已看完',
  left: (hours: number, minutes: string) => (hours === 0 ? `剩 ${minutes} 分` : `剩 ${hours} 小时 ${minutes} 分`),
  at: (minutes: number) => `看到 ${minutes} 分`,
  level: (level: number) => `第 ${level} 集`,
  fresh: '有更新',
  live: '直播',
  gone: '已下架',
  wholeHistory: '全部历史',
  afterLogin: '登录后各设备同步',

  keep: '收藏',
  kept: '已收藏',
  up: '赞',
  upped: '已赞',
  score: '评分',
  scored: (score: number) => `我评 ${score} 分`,
  yourScore: '打几分',
  points: (score: number) => `${score} 分`,
})
