import { defineTexts } from '../../lib/text/texts.ts'

export const pushTexts = defineTexts({
  name: '系统通知',
  about: '不打开网页也能收到提醒，重新登录或换浏览器后需要再次开启',
  denied: '浏览器禁止了本站的通知。请在浏览器的网站设置里允许通知，再刷新本页',
  failed: '浏览器没能连上推送服务，请稍后再试',
})
