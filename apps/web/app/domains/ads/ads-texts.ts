import { defineTexts } from '../../lib/text/texts.ts'

export const adsTexts = defineTexts({
  ad: '广告',
  close: '关闭广告',
  left: (sec: number) => `广告 ${sec} 秒`,
  skipIn: (sec: number) => `${sec} 秒后可跳过`,
  skip: '跳过广告',
  more: '了解详情',
  free: '会员免广告',
  unmute: '打开声音',
  mute: '静音',
})
