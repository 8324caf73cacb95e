import { defineTexts } from '../../lib/text/texts.ts'

export const pagerTexts = defineTexts({
  pages: '分页',
  page: (page: number) => `第 ${page} 页`,
  before: '上一页',
  after: '下一页',
})
