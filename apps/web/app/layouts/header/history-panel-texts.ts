import { defineTexts } from '../../lib/text/texts.ts'

export const historyPanelTexts = defineTexts({
  empty: '还没有观看记录。',
  watchedTo: (time: string) => `看到 ${time}`,
})
