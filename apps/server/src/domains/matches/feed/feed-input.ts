/** A line of a feed or file: the records that it contains, or what is wrong with it. `line` is from 1. */
export type InputLine = { line: number; records: readonly unknown[] } | { line: number; problem: string }

/** What operators and programs read about lines that are refused. */
export const feedTexts = {
  notJson: '不是 JSON',
  notObject: '不是一个对象',
  unknownRecord: 'record 不认识',
  wrongField: (field: string) => `${field} 缺少或不对`,
  missing: (what: string, id: string) => `没有这个${what}：${id}`,
  otherSport: (what: string) => `${what}的项目与赛事不同`,
  sameTeams: '主队和客队是同一支',
  unknownPeriod: (period: string) => `这个项目没有“${period}”这一节`,
  periodNeeded: '缺少 period',
  unknownKind: (kind: string) => `这个项目没有“${kind}”`,
  tooManyEvents: '这场比赛的事件太多，没有存入',
  quotes: '引号没有配对',
  columns: (columns: string) => `缺少列：${columns}`,
  unknownSport: (word: string) => `没有“${word}”这个项目`,
  kickoff: (word: string) => `开赛时间看不懂：${word}`,
  score: '比分要写两个不小于 0 的整数',
  summary: (word: string) => `从“${word}”看不出两队，要写成“甲队 vs 乙队”`,
  uid: '缺少 UID',
  empty: '没有内容',
} as const

export const recordLabels = {
  competition: '赛事',
  season: '赛季',
  stage: '阶段',
  venue: '场馆',
  team: '球队',
  player: '球员',
  match: '比赛',
} as const

/** An id from words: the white space that ids must not have becomes hyphens. */
export const idOfWords = (words: string): string =>
  [...words.trim().replaceAll(/[\p{C}\p{Z}]+/gu, '-')].slice(0, 100).join('')
