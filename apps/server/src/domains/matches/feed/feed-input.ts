import { hash } from 'node:crypto'

/**
 * A line of a feed or file: the records that it contains, or what is wrong with it. `line` is from 1. `isUnversioned`: its
 * events have no `seq` of their own; one that differs from the newest known version is the next version, and one that is
 * retracted is ignored if it is not known.
 */
export type InputLine =
  | { line: number; records: readonly unknown[]; isUnversioned?: boolean }
  | { line: number; problem: string }

/** What operators and programs read about lines that are refused. */
export const feedTexts = {
  notJson: '不是 JSON',
  notObject: '不是一个对象',
  unknownRecord: 'record 不认识',
  wrongField: (field: string) => `${field} 缺少或不对`,
  missing: (what: string, id: string) => `没有${what}：${id}`,
  otherSport: (what: string) => `${what}的项目与赛事不同`,
  fixed: (what: string) => `${what}不能改`,
  otherParent: (what: string, parent: string) => `${what}不属于${parent}`,
  sameTeams: '主队和客队是同一支',
  unknownPeriod: (period: string) => `这个项目没有“${period}”这一节`,
  periodNeeded: '缺少 period',
  unknownKind: (kind: string) => `这个项目没有“${kind}”`,
  tooManyLines: (most: number) => `一次最多 ${most} 行，没有存入，请分几次发`,
  tooManyEvents: '这场比赛的事件太多，没有存入',
  quotes: '引号没有配对',
  columns: (columns: string) => `缺少列：${columns}`,
  unknownSport: (word: string) => `没有“${word}”这个项目`,
  kickoff: (word: string) => `开赛时间看不懂：${word}`,
  score: '比分要写两个不小于 0 的整数',
  summary: (word: string) => `从“${word}”看不出两队，要写成“甲队 vs 乙队”`,
  uid: '缺少 UID',
  source: (address: string) => `不是可以拉取的地址，也不是 push:：${address}`,
  empty: '没有内容',
} as const

/** Records that are referred to, with their measure words. */
export const recordLabels = {
  competition: '这项赛事',
  season: '这个赛季',
  stage: '这个阶段',
  venue: '这个场馆',
  team: '这支球队',
  player: '这位球员',
  match: '这场比赛',
} as const

const maxIdLength = 100
const digestLength = 16

/**
 * An id from words: the white space that ids must not have becomes hyphens. A too long one is cut and ends with a digest of
 * the whole, so that ids with the same beginning differ.
 */
export function idOfWords(words: string): string {
  const letters = [...words.trim().replaceAll(/[\p{C}\p{Z}]+/gu, '-')]
  if (letters.length <= maxIdLength) return letters.join('')
  const digest = hash('sha256', letters.join(''), 'base64url').slice(0, digestLength)
  return [...letters.slice(0, maxIdLength - digestLength - 1), '~', digest].join('')
}
