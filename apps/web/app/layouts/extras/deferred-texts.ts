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
  vipTitle: '开通 VIP',
  vipGains: ['免广告观看', '下载视频', '高清影院'],
  vipAsk: '会员由站点运营者开通。请把你的账号告诉运营者：',
  vipClosed: '本站暂未开放会员。',
})
