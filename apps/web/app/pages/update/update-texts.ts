import { defineTexts } from '../../lib/text/texts.ts'

export const pageTexts = defineTexts({
  head: '最近更新',
  categories: '分类',
  all: '全部',
  random: '随机看看',
  week: '一周时间表',
  weekdays: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  today: '今天',
  before: '上一周',
  after: '下一周',
  rest: (count: number) => `共 ${count} 部`,
  empty: '无更新',
  todayHead: '今日更新',
  dayHead: (month: number, day: number) => `${month} 月 ${day} 日更新`,
  count: (count: string) => `共 ${count} 部`,
  nothing: '这一天没有更新。',
  toToday: '看今天',
  newest: '最新上架',
  browse: '全部',
  about: '每天更新的剧集、综艺与新片，以及一周更新时间表。',
})
