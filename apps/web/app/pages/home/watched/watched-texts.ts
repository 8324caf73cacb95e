import { defineTexts } from '../../../lib/text/texts.ts'

export const watchedTexts = defineTexts({
  goOn: '继续观看',
  reachedAt: (when: string) => `${when} 看到这里`,
  goOnEpisode: (level: number) => `继续第 ${level} 集`,
  goOnFilm: '继续播放',
  playEpisode: (level: number) => `播放第 ${level} 集`,
  episodes: '选集',
  details: '详情',
  fromStart: '从头看',
  fresh: '新一集',
  hasFresh: '有新的一集',
  unseen: '还没看',
  remove: (name: string) => `不再显示《${name}》`,
  removed: (name: string) => `已移除《${name}》的记录`,
  undo: '撤销',
})
