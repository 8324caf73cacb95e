import { defineTexts } from '../../lib/text/texts.ts'

export const liveTexts = defineTexts({
  live: '直播',
  backToLive: '回到直播',
  shift: '时移',
  replaying: '回看',
  today: '今天',
  date: (month: number, day: number) => `${month} 月 ${day} 日`,
  seekBar: '直播进度',
  programmeBar: '节目进度',
  spokenLive: (clock: string) => `${clock}，正在直播`,
  spokenBehind: (clock: string, behind: string) => `${clock}，落后直播 ${behind}`,
  spokenProgramme: (at: string, total: string) => `${at}，共 ${total}`,
  line: '线路',
  autoSwitch: '自动切换',
  locked: '需要密码',
  saving: '省流',
  down: '暂不可用',
  weak: '不稳定',
  milliseconds: (ms: number) => `${ms} ms`,
})
