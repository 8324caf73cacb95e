import { defineTexts } from '../../lib/texts.ts'

export const searchPageTexts = defineTexts({
  search: '搜索',
  title: (query: string) => `搜索“${query}”`,
  kinds: '结果类别',
  kind: { all: '全部', vod: '影视', live: '直播', match: '赛事' },
  order: '排序',
  orders: ['相关', '最新', '最热', '评分'],
  count: (count: string) => `共 ${count} 条`,
  correction: '您是不是要找：',
  nothing: (query: string) => `没有找到“${query}”，换个词，或试试拼音首字母。`,
  nothingOf: (query: string, kind: string) => `${kind}里没有找到“${query}”。`,
  allResults: '看全部结果',
  toLibrary: '去片库看看',
  alias: '又名',
  person: '人物',
  hot: '热门搜索',
  points: (score: string) => `${score} 分`,
  play: '播放',
  playTitle: (name: string) => `播放《${name}》`,
})
