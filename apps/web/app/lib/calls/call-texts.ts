import { defineTexts } from '../text/texts.ts'

export const callTexts = defineTexts({
  unreachable: '暂时连不上服务器',
})
