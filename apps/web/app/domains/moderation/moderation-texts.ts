import { defineTexts } from '../../lib/text/texts.ts'

export const moderationTexts = defineTexts({
  block: '屏蔽',
  blockTitle: (author: string) => (author === '' ? '屏蔽此人？' : `屏蔽${author}？`),
  blockText: {
    comment: '你不会再看到此人的评论和弹幕，对方的回复和点赞也不再通知你。对方不会知道。',
    danmaku: '你不会再看到此人的弹幕。弹幕是匿名的，此人的评论仍会显示。对方不会知道。',
  },
  blocked: '已屏蔽',
  undo: '撤销',
})
