import { defineTexts } from '../../lib/text/texts.ts'

export const reportTexts = defineTexts({
  title: { comment: '举报评论', danmaku: '举报弹幕' },
  note: '多人举报的内容会先隐藏，再由管理员处理',
  reasons: '举报原因',
  reason: {
    abuse: '辱骂、人身攻击',
    spam: '广告、刷屏',
    porn: '色情低俗',
    politics: '违法违规',
    spoiler: '剧透',
    other: '其他',
  },
  report: '举报',
  choose: '请选择原因',
  done: '举报成功，感谢反馈',
  already: '你已经举报过了',
})
