import { defineTexts } from '../../lib/text/texts.ts'

export const rankTexts = defineTexts({
  head: '排行',
  boards: '榜单',
  whole: '总榜',
  board: (name: string) => `${name}榜`,
  spans: '时间',
  span: { day: '今日', week: '本周', month: '本月', all: '累计' },
  plays: { day: '今日播放', week: '本周播放', month: '本月播放', all: '累计播放' },
  place: (place: number) => `第 ${place} 名`,
  points: (score: string) => `${score} 分`,
  play: '播放',
  up: (places: number) => `上升 ${places} 名`,
  down: (places: number) => `下降 ${places} 名`,
  same: '名次没有变化',
  fresh: '新',
  isNew: '新上榜',
  unknown: '暂无前一天的榜单',
  how: {
    day: '按今日播放次数排列，每人每天计一次，每十分钟更新；升降与昨日榜单相比。',
    week: '按最近七天的播放次数排列，每人每天计一次，每十分钟更新；升降与前一天的榜单相比。',
    month: '按最近三十天的播放次数排列，每人每天计一次，每十分钟更新；升降与前一天的榜单相比。',
    all: '按上架以来的播放次数排列，每人每天计一次；升降与前一天的榜单相比。',
  },
  about: (board: string, span: string) => `${board}，${span}播放最多的影片与名次升降。`,
  nothing: '这个榜单暂时没有数据。',
  toWhole: '看总榜',
})
