import { defineTexts } from '../../lib/text/texts.ts'

export const browseTexts = defineTexts({
  child: '频道',
  genre: '类型',
  area: '地区',
  year: '年份',
  letter: '字母',
  vip: '权益',
  any: { child: '全部', area: '全部地区', year: '全部年份', genre: '全部', letter: '全部', vip: '全部' },
  vips: ['免费', 'VIP'],
  orders: ['最新', '最热', '评分'],
  orderLine: '排序',
  filters: '筛选',
  moreFilters: '更多筛选',
  fewerFilters: '收起',
  moreWords: '更多',
  categories: '分类',
  count: (count: string) => `共 ${count} 部`,
  whole: (category: string) => `全部${category}`,
  clear: '清除',
  nothing: '没有符合条件的影片，换个条件试试。',
})
