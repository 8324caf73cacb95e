import { defineTexts } from '../../lib/text/texts.ts'

/** Texts of deferred parts. */
export const deferredTexts = defineTexts({
  homePage: '站点首页',
  hot: '热门推荐',
  front: (name: string) => `${name}频道`,
  whole: (name: string) => `全部${name}`,
  toSite: '去首页',
  newVersion: '有新版本',
  refresh: '刷新',
  later: '以后再说',
  unknownAddress: '没有找到这个页面，已回到首页。',
  matchesOff: '赛事暂未开放，已回到首页。',
  share: '分享',
})
