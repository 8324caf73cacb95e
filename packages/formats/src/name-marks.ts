import { NUMBER, parseNumber } from './chinese-number.ts'

/** Position of a season and episode mark in a name. */
export interface EpisodeMark {
  readonly season: number | null
  readonly episode: number
  readonly start: number
  readonly end: number
}

export interface SeasonMark {
  readonly season: number
  readonly start: number
  readonly end: number
}

const UNIT = '[集话話回期]'

/** A whole series in one file or folder, which is no episode: 全12集, 12集全, 1-12集. */
export const PACK = new RegExp(
  `(?:全|共|更新至)第? ?${NUMBER} ?${UNIT}|(?<![第\\d])\\d{1,4} ?${UNIT}(?:全|完)|(?<![第\\d])\\d{1,4} ?[-~] ?\\d{1,4} ?${UNIT}(?:全|完)?|全集`,
  'gu',
)

type EpisodePattern = readonly [
  pattern: RegExp,
  read: (groups: readonly (string | undefined)[]) => Omit<EpisodeMark, 'start' | 'end'> | null,
]

function numbered(season: string | undefined, episode: string | undefined) {
  const number = parseNumber(episode ?? '')
  return number === null ? null : { season: season === undefined ? null : parseNumber(season), episode: number }
}

/** Two episodes in one file count as the first; a longer range is a pack. */
function spanned([first, last]: readonly (string | undefined)[]) {
  const mark = numbered(undefined, first)
  return mark === null || (last !== undefined && parseNumber(last) !== mark.episode + 1) ? null : mark
}

/** In order of reliability. */
const EPISODE_PATTERNS: readonly EpisodePattern[] = [
  [
    /(?<![a-z0-9])s(\d{1,2})[ ._-]{0,3}ep?[ ._]?(\d{1,4})(?!\d)(?:[ ._]?-?ep?\d{1,4}|-\d{1,3}(?!\d|p))*/iu,
    ([season, episode]) => numbered(season, episode),
  ],
  [/(?<![a-z0-9])(\d{1,2})x(\d{2,3})(?![a-z0-9])/iu, ([season, episode]) => numbered(season, episode)],
  [
    /第?((?:19|20)\d\d)[-._年]?(0[1-9]|1[0-2])[-._月]?(0[1-9]|[12]\d|3[01])日? ?期/u,
    (date) => numbered(undefined, date.join('')),
  ],
  [
    /(?<=\p{Script=Han}[ ._-]{0,3})(20\d\d)[-._年]?(0[1-9]|1[0-2])[-._月]?(0[1-9]|[12]\d|3[01])日?(?!\d)/u,
    (date) => numbered(undefined, date.join('')),
  ],
  [new RegExp(`第 ?(${NUMBER})(?: ?[-~至到] ?第? ?(${NUMBER}))? ?${UNIT}`, 'u'), spanned],
  [/(?<![a-z])(?:episode[ ._]?|ep[ ._]?|e)(\d{1,4})(?:v\d)?(?!\d)/iu, ([episode]) => numbered(undefined, episode)],
  [/(?<![a-z])(?:sp|ova|番外篇?)[ ._]?(\d{1,2})(?![a-z0-9])/iu, ([episode]) => numbered('0', episode)],
  [new RegExp(`(?<![\\d第])(\\d{1,4}) ?${UNIT}`, 'u'), ([episode]) => numbered(undefined, episode)],
  [/ - (\d{2,3})(?:v\d)?(?: ?(?:end|fin))?(?= |$)/iu, ([episode]) => numbered(undefined, episode)],
]

/** The most reliable episode mark of a name. */
export function findEpisode(text: string): EpisodeMark | null {
  for (const [pattern, read] of EPISODE_PATTERNS) {
    const match = pattern.exec(text)
    if (match === null) continue
    const mark = read(match.slice(1))
    if (mark !== null) return { ...mark, start: match.index, end: match.index + match[0].length }
  }
  return null
}

const SEASON = new RegExp(
  `第 ?(${NUMBER}) ?季|(?<![a-z])(?:season|series)[ ._-]?(\\d{1,2})(?!\\d)|(?<![a-z0-9])s(\\d{1,2})(?![a-z0-9])`,
  'iu',
)

/** Finds 第二季, Season 2, S02. */
export function findSeason(text: string): SeasonMark | null {
  const match = SEASON.exec(text)
  const season = parseNumber(match?.slice(1).find((group) => group !== undefined) ?? '')
  return match === null || season === null ? null : { season, start: match.index, end: match.index + match[0].length }
}

const ROMAN = new Map([...['i', 'ii', 'iii', 'iv', 'v'].entries()].map(([index, roman]) => [roman, index + 1]))
const ENGLISH = new Map(
  [...['one', 'two', 'three', 'four', 'five'].entries()].map(([index, word]) => [word, index + 1]),
)
const PART =
  /(?<![a-z])(?:(?:part|pt)[ ._-]?(\d{1,2}|i{1,3}|iv|v|one|two|three|four|five)|(?:cd|dis[ck])[ ._-]?(\d))(?![a-z0-9])/iu
const HALF = /(?:(?<=[^ ._-])[ ._-]+\(?([上中下])[集部篇卷]?\)?|\(([上中下])[集部篇卷]?\)|([上中下])[集部篇卷])$/u

/** The part of a film, and where its mark begins: `Part 1`, `CD2`, 上集, (下). The Chinese forms only at the end. */
export function findPart(text: string): { readonly part: number; readonly start: number } | null {
  const named = PART.exec(text)
  if (named !== null && named.index > 0) {
    const value = (named[1] ?? named[2] ?? '').toLowerCase()
    return { part: ROMAN.get(value) ?? ENGLISH.get(value) ?? Number(value), start: named.index }
  }
  const half = HALF.exec(text)
  if (half === null || half.index === 0) return null
  const word = half[1] ?? half[2] ?? half[3]
  return { part: word === '上' ? 1 : word === '中' ? 2 : 3, start: half.index }
}

/** Years end here; 2046, 2049 and 2077 are titles. */
const YEAR = /(?<![\p{L}\p{N}])(19\d\d|20[0-3]\d)年?(?![\p{L}\p{N}])/gu

/**
 * The year of release and its position: a year in parentheses, else the last one after a title, because `1917`, `2012`
 * and `1984` are also titles. `isAfterTitle`: whether the title was already found before this text.
 */
export function findYear(
  text: string,
  isAfterTitle = false,
): { readonly year: number; readonly start: number; readonly end: number } | null {
  const found = [...text.matchAll(YEAR)].map((match) => ({
    year: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const enclosed = found.findLast(({ start, end }) => text[start - 1] === '(' && text[end] === ')')
  if (enclosed !== undefined) return { ...enclosed, start: enclosed.start - 1, end: enclosed.end + 1 }
  return found.findLast(({ start }) => isAfterTitle || /[\p{L}\p{N}]/u.test(text.slice(0, start))) ?? null
}
