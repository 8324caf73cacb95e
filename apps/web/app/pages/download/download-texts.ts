import { defineTexts } from '../../lib/text/texts.ts'

export const downloadTexts = defineTexts({
  title: '下载客户端',
  lead: (name: string) => `随时打开${name}。`,
  android: '安卓客户端',
  version: (version: string) => `版本 ${version}`,
  get: '下载安装包',
  scan: '用手机扫一扫，打开这一页',
  notes: '更新说明',
  noApp: '本站没有单独的安卓客户端。',
  pwa: '装到主屏幕',
  pwaLine: '不用安装包，就能像客户端一样打开：有独立图标，没有地址栏，随站点更新。',
  ways: [
    { name: '安卓', steps: '用 Chrome 打开本站，点右上角菜单，选“安装应用”或“添加到主屏幕”。' },
    { name: '苹果手机和平板', steps: '用 Safari 打开本站，点下方的分享按钮，选“添加到主屏幕”。' },
    { name: '电脑', steps: '用 Chrome 或 Edge 打开本站，点地址栏右边的安装图标。' },
  ],
  needsHttps: '本站没有使用 https，浏览器只能添加快捷方式，不能离线打开。',
})
