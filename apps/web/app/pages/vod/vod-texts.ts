import { defineTexts } from '../../lib/text/texts.ts'

export const vodTexts = defineTexts({
  pageTitle: (title: string, episode: string) => (episode === '' ? `${title}在线观看` : `${title} ${episode}在线观看`),
  scored: (count: string) => `${count}人评分`,
  countUnits: '万亿',
  share: '分享',
  copied: '已复制链接',
  phone: '手机续看',
  phoneHint: '用手机扫一扫，接着看',
  unfold: '展开',
  fold: '收起',
  directors: '导演',
  actors: '主演',
  related: '看过的人也在看',
  details: '详情',
  allEpisodes: (count: number) => `全 ${count} 集`,
  listSeparator: '、',
  panel: '选集和弹幕',
  danmaku: '弹幕',
  intro: '简介',
  comments: '评论',
})
