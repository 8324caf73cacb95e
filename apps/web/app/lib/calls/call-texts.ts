import { defineTexts } from '../text/texts.ts'

export const callTexts = defineTexts({
  unreachable: '网络不通或服务器没有回应',
})
