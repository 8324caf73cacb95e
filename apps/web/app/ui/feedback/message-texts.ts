import { defineTexts } from '../../lib/text/texts.ts'

export const messageTexts = defineTexts({
  lost: '页面不存在，或内容已下架。',
  failed: '加载失败',
  retry: '重试',
  empty: '这里还没有内容，去片库看看。',
  openLibrary: '打开片库',
  home: '回到首页',
})
