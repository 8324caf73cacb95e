import { defineTexts } from '../../lib/text/texts.ts'

export const titleTexts = defineTexts({
  play: (name: string) => `播放《${name}》`,
  later: (name: string) => `稍后看《${name}》`,
  fresh: '新',
  score: '评分',
  locked: '需要密码',
})
