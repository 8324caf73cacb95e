import { defineTexts } from '../../lib/text/texts.ts'

export const fieldTexts = defineTexts({
  show: (label: string) => `显示${label}`,
  hide: (label: string) => `隐藏${label}`,
})
