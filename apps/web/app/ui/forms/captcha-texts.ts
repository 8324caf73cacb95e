import { defineTexts } from '../../lib/text/texts.ts'

export const captchaTexts = defineTexts({
  label: '图形验证码',
  hint: '右图四个字母',
  needed: '请输入图形验证码',
  renew: '看不清，换一张',
  loading: '加载中…',
  failed: '加载失败，点此重试',
  byProof: '看不清图片？改用自动验证',
  byPicture: '改回看图输入',
  proving: (percent: number) => `正在自动验证 ${percent}%`,
  provingNote: '正在自动验证，请稍候几秒',
  proven: '已通过自动验证',
  proofFailed: '自动验证失败，请看图输入',
})
