import { defineTexts } from '../../lib/text/texts.ts'

export const messageTexts = defineTexts({
  messages: '消息',
  unreadMessages: (count: number) => (count > 0 ? `消息，${count} 条未读` : '消息，有未读'),
  kinds: '消息的种类',
  tabs: { bulletin: '公告', comment_commit: '回复', comment_thumb_up: '点赞', sub_live: '订阅', reminder: '提醒' },
  empty: {
    bulletin: '还没有公告。',
    comment_commit: '还没有人回复你。',
    comment_thumb_up: '还没有人赞过你的评论。',
    sub_live: '订阅的比赛开始时，会在这里告诉你。',
    reminder: '追的剧更新、预约的节目开始时，会在这里告诉你。',
  },
  unread: '未读',
  unreadCount: (count: number) => `${count} 条未读`,
  readAll: '全部已读',
  more: '更多',
  afterLogin: '登录后查看回复、点赞和订阅',
  wholeText: '正文',
  viewNow: '立即查看',
  gone: '原内容已不存在。',
  newMessage: '新消息',
  later: '稍后',
  close: '关闭',
})
