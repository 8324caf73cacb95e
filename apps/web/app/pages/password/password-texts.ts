import { defineTexts } from '../../lib/text/texts.ts'

export const passwordTexts = defineTexts({
  pageTitle: '观看密码',
  label: '观看密码',
  needed: '请输入观看密码',
  submit: '观看',
  hint: ['密码要问分享给你的人。', '输对一次，关掉浏览器以前不用再输。'],
  back: '看简介',
  backToGuide: '看别的频道',
  nothing: '要输入密码的影片，会从它的播放页到这里来。',
  home: '回首页',
})
