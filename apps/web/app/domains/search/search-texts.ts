import { defineTexts } from '../../lib/text/texts.ts'

export const searchTexts = defineTexts({
  suggestions: '搜索联想',
  best: '最佳匹配',
  more: '更多联想',
  alias: '又名',
  history: '搜索历史',
  clear: '清空',
  today: '今日更新',
  hot: '热门搜索',
  play: '播放',
  playTitle: (name: string) => `播放《${name}》`,
  points: (score: string) => `${score} 分`,
  all: (count: string) => `全部 ${count} 条`,
  count: (count: number) => `${count} 条联想`,
  nothing: (query: string) => `没有找到“${query}”，换个词，或试试拼音首字母。`,
  failed: '联想暂时不可用，回车可直接搜索。',
  rank: '看看排行榜',
  hint: '输入片名、人物、拼音或拼音首字母。',
})
