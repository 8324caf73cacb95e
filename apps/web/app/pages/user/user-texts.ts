import { defineTexts } from '../../lib/texts.ts'

export const userTexts = defineTexts({
  area: '我的',
  history: '历史回看',
  favourites: '我的收藏',
  follows: '关注频道',
  comments: '我的评论',
  subscriptions: '订阅赛事',
  profile: '个人资料',
  leave: '退出登录',
  ordinary: '普通用户',
  noStatus: '暂无状态',
  vipUntil: (day: string) => `会员至 ${day}`,

  undo: '撤销',
  home: '去首页挑一部',
  noFavourites: '还没有收藏过什么',
  letGo: (name: string) => `不再收藏《${name}》`,
  gone: (name: string) => `已取消收藏《${name}》`,
  noFollows: '还没有关注频道',
  noComments: '还没有写过评论',
  noSubscriptions: '还没有订阅比赛',
})
