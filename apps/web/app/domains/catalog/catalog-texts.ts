import { defineTexts } from '../../lib/text/texts.ts'

export const catalogTexts = defineTexts({
  featured: '推荐影片',
  slide: (at: number, name: string) => `第 ${at} 部：${name}`,
  nextUp: (name: string) => `看下一部：${name}`,
  play: '播放',
  playFirst: '播放第 1 集',
  details: '详情',
  points: (score: string) => `${score} 分`,
  all: '全部',
  narrow: (name: string) => `按类型挑选${name}`,
  rankings: '排行',
  ranking: (name: string) => `${name}榜`,
  weeklyPlays: (plays: string) => `本周 ${plays} 次播放`,
  countUnits: '万亿',
  wholeBoard: '完整榜单',
})
