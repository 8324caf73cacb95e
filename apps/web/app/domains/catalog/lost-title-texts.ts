import { defineTexts } from '../../lib/text/texts.ts'

export const lostTitleTexts = defineTexts({ instead: '不如看看这些' })
