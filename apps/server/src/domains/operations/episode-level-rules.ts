import { firstExtraLevel } from '@yunmu/contract/constants'
import type { MediaName } from '@yunmu/formats'

/**
 * Levels order the episodes of a title and are in its addresses. An episode's level is its number or its day. Where episodes
 * have parts, ten levels belong to each: 第3期上 is 1,000,031, and the first part of 20240105 is 202,401,051.
 */

/** Larger numbers are days such as 20240501. */
const SMALLEST_DATE = 10_000_000
const PARTS_BASE = 1_000_000
/** Days with parts. */
const SMALLEST_DATE_WITH_PART = 100_000_000

const halves = ['', '上', '中', '下']

/** Whether a level is one of ten of an episode. */
export const hasPart = (level: number): boolean =>
  (level >= PARTS_BASE && level < SMALLEST_DATE) || (level >= SMALLEST_DATE_WITH_PART && level < firstExtraLevel)

/** The level of a file. `withParts`: whether another file of its title has a part. Null for a special without a number. */
export function levelOf(name: Pick<MediaName, 'kind' | 'episode' | 'part'>, withParts: boolean): number | null {
  const { kind, episode, part } = name
  if (kind === 'film') return part ?? 1
  if (episode === null) return null
  if (!Number.isInteger(episode)) return PARTS_BASE + Math.round(episode * 10)
  if (!withParts) return episode
  return (episode < PARTS_BASE ? PARTS_BASE + episode * 10 : episode * 10) + (part ?? 0)
}

/** The number or day of an episode's level. */
function numberOf(level: number): number {
  if (!hasPart(level)) return level
  return Math.floor((level >= SMALLEST_DATE_WITH_PART ? level : level - PARTS_BASE) / 10)
}

/** E.g. `第3集`, `第1-2集`, `第1期上`, `20240501期`, `正片`, `上集`, `第2部分`. */
export function episodeName(name: MediaName, level: number): string {
  const { kind, episode, lastEpisode, part, isHalf, unit, label } = name
  const partName = part === null ? '' : isHalf ? (halves[part] ?? '') : `（${part}）`
  if (kind === 'film') return part === null ? '正片' : isHalf ? `${partName}集` : `第${part}部分`
  if (kind === 'special' && episode === null) return label === '' ? '特别篇' : label
  const number = episode ?? level
  if (number >= SMALLEST_DATE) return `${number}期${partName}`
  return `第${number}${lastEpisode === null ? '' : `-${lastEpisode}`}${unit}${partName}`
}

/**
 * The remarks on a poster: the latest episode of a series, or the resolution of a film. A later episode without the ones
 * before it is named itself.
 */
export function remarksOf(kind: 'film' | 'episode', levels: ReadonlySet<number>, lines: number): string {
  if (kind === 'film') return lines >= 2160 ? '4K' : `${lines}P`
  const level = Math.max(...levels)
  const number = numberOf(level)
  const unit = number >= SMALLEST_DATE || hasPart(level) ? '期' : '集'
  const isAlone = levels.size === 1 && level > 1
  if (isAlone) return number >= SMALLEST_DATE ? `${number}期` : `第${number}${unit}`
  return `更新至${number >= SMALLEST_DATE ? '' : hasPart(level) ? '第' : ''}${number}${unit}`
}

const words: Readonly<Record<string, string>> = {
  trailer: '预告片',
  teaser: '先导预告',
  behindthescenes: '幕后',
  deleted: '删减片段',
  deletedscene: '删减片段',
  featurette: '特辑',
  interview: '采访',
  scene: '片段',
  short: '短片',
  extra: '花絮',
  other: '其他',
  clip: '片段',
}
const SAYS_KIND = /预告|花絮|幕后|特辑|彩蛋|加更|纯享|片段|采访|访谈|PV|CM|NCOP|NCED|trailer|teaser|MV|特典/iu

/** The name of an extra or trailer: `第5集预告`, `花絮 2`, `花絮：宝总的一天`. */
export function extraName({ kind, label, number, episode, unit }: MediaName): string {
  const base = kind === 'trailer' ? '预告' : '花絮'
  const own = words[label.toLowerCase()] ?? label
  const place = episode === null ? '' : episode >= SMALLEST_DATE ? `${episode}期` : `第${episode}${unit}`
  if (own === '') return `${place}${base}${number === null ? '' : ` ${number}`}`
  return SAYS_KIND.test(own) || own !== label ? own : `${base}：${own}`
}
