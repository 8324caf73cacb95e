import { defineTexts } from '../../lib/texts.ts'

export const tabsTexts = defineTexts({
  about: (name: string) => `${name}的最新上架、分类推荐与一周排行。`,
})
