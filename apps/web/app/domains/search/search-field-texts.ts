import { defineTexts } from '../../lib/text/texts.ts'

export const searchFieldTexts = defineTexts({
  search: '搜索',
  inHeader: '站内搜索',
  placeholder: '搜片名、人物、拼音首字母',
  enterHint: '回车搜索',
})
