import { defineTexts } from '../../lib/text/texts.ts'

export const personTexts = defineTexts({
  pageTitle: (name: string) => `${name}的电影和电视剧作品`,
  description: (name: string, count: number, titles: string) => `${name}的 ${count} 部作品：${titles}。`,
  actor: '演员',
  director: '导演',
  works: '作品',
  counted: '部作品',
  all: (count: number) => `全部 ${count}`,
  acted: (count: number) => `参演 ${count}`,
  directed: (count: number) => `导演 ${count}`,
  kinds: '按身份筛选',
  order: '排序',
  byYear: '按年份',
  byScore: '按评分',
  watchBest: (name: string) => `看代表作《${name}》`,
  showAll: (count: number) => `还有 ${count} 部，全部显示`,
  together: '常一起',
  worksTogether: (count: number) => `${count} 部`,
  unknownYear: '年份不详',
  separator: '、',
})
