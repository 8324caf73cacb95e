import { defineTexts } from '../../lib/text/texts.ts'

export const livePageTexts = defineTexts({
  pageTitle: (channel: string, programme: string) =>
    programme === '' ? `${channel}直播` : `${channel}直播 ${programme}`,
  until: (from: string, to: string) => `${from} 至 ${to}`,
  next: '接下来',
  follow: '关注',
  followed: '已关注',
  fromStart: '从头看',
  share: '分享',
  replays: '最近可回看',
  allReplays: (days: number) => (days === 7 ? '七天内全部' : `${days} 天内全部`),
  minutes: (minutes: number) => `${minutes} 分钟`,
  onNow: '此刻在播',
  by: '此刻在播的顺序',
  like: '同类',
  hot: '热度',
  watching: (count: string) => `${count} 人在看`,
  nobody: '正在直播',
  offAir: '停播中',
  resumes: (clock: string) => `${clock} 恢复`,
  otherChannel: '换个频道',
  panel: '节目单和弹幕',
  danmaku: '弹幕',
})
