import { defineTexts } from '../../lib/text/texts.ts'

export const recommendationTexts = defineTexts({
  heading: '猜你喜欢',
  because: (name: string) => `因为看过《${name}》`,
  source: (name: string) => `《${name}》`,
  all: '全部',
  sources: '推荐的由来',
  next: '看过的人接着看',
  person: (name: string) => `同样有${name}`,
  genre: (genre: string) => `也是${genre}`,
  dismiss: (name: string) => `对《${name}》不感兴趣`,
  dismissed: '好的，不再推荐这一部',
})
