import { defineTexts } from '../../lib/text/texts.ts'

export const passwordTexts = defineTexts({
  pageTitle: '观看密码',
  label: '观看密码',
  needed: '请输入观看密码',
  submit: '观看',
  hint: ['请向分享者索取密码。', '输对一次，关闭浏览器前无需再输。'],
  back: '看简介',
  backToGuide: '看别的频道',
  nothing: '播放需要密码的影片时，会自动转到这里。',
  home: '回首页',
})
