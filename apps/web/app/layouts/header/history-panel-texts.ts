import { defineTexts } from '../../lib/text/texts.ts'

export const historyPanelTexts = defineTexts({
  empty: '还没有看过什么。',
  watchedTo: (time: string) => `看到 ${time}`,
})
