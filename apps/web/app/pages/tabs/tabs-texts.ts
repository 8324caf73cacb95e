import { defineTexts } from '../../lib/text/texts.ts'

export const tabsTexts = defineTexts({
  about: (name: string) => `${name}的最新上架、分类推荐与一周排行。`,
  ways: (name: string) => `${name}分类`,
  channels: '频道',
  genres: '类型',
  whole: (name: string) => `全部${name}`,
  board: '完整榜单',
})
