import { defineTexts } from '../lib/texts.ts'

export const shellTexts = defineTexts({
  skip: '跳到内容',
  mainNavigation: '主导航',
  bottomNavigation: '底部导航',
  home: '首页',
  library: '片库',
  mine: '我的',
  front: (name: string) => `${name}频道`,
  whole: (name: string) => `全部${name}`,
  history: '看过',
  historyEmpty: '还没有看过什么。',
  watchedTo: (time: string) => `看到 ${time}`,
  watchedEpisode: (level: number, time: string) => `第 ${level} 集 ${time}`,
  readerChoices: '显示设置',
  toTraditional: '切换到繁体字',
  toSimplified: '切换到简体字',
  toLight: '切换到日间',
  toDark: '切换到夜间',
  toTop: '回到顶部',
  offline: '网络已断开，恢复后自动继续。',
})
