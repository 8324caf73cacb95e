import { defineTexts } from '../../lib/text/texts.ts'

export const titleNotFoundTexts = defineTexts({ instead: '不如看看这些' })
