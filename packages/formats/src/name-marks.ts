import { NUMBER, parseNumber } from './chinese-number.ts'

/** A part of a name that is no title, by its position. */
export interface Mark {
  readonly start: number
  readonly end: number
}

/** Position of a season and episode mark in a name. */
export interface EpisodeMark extends Mark {
  readonly season: number | null
  readonly episode: number
  /** The last episode of a file that has several. */
  readonly last: number | null
  readonly part: number | null
  /** 期: what a variety show counts. A date says more than such a number. */
  readonly isIssue: boolean
}

export interface SeasonMark extends Mark {
  readonly season: number
}

const UNIT = '[集话話回期]'
/** More episodes in one file are a pack, which is no episode. */
const MAX_SPAN = 9

/** A whole series in one file or folder, which is no episode: 全12集, 12集全, 1-12集. */
const PACK = new RegExp(
  `\\(?(?:(?:全|共|更新至)第? ?${NUMBER} ?${UNIT}(?:合并版)?|(?<![第\\d])\\d{1,4} ?${UNIT}(?:全|完)(?!结)|(?<![第\\d])(\\d{1,4}) ?[-~] ?(\\d{1,4}) ?${UNIT}(?:全|完)?)\\)?|(?<!电视剧)全集|更新中`,
  'gu',
)

/** Blanks packs of more than nine episodes. */
export function withoutPacks(text: string): string {
  return text.replace(PACK, (whole, first?: string, last?: string) =>
    first !== undefined &&
    last !== undefined &&
    Number(last) - Number(first) <= MAX_SPAN &&
    Number(last) > Number(first)
      ? whole
      : ' ',
  )
}

const PART_AFTER = /^[ ._-]*(?:\(?([上中下])(?:半?[集部篇期])?\)?(?![\p{Script=Han}])|part[ ._]?(\d)(?!\d))/iu
const PART_OF_ISSUE = /^\((\d)\)/u
const HALVES = '上中下'

const halfOf = (word: string | undefined): number | null => (word === undefined ? null : HALVES.indexOf(word) + 1)

/** The part after an episode mark: 第1期上, 第1期（下）, 第4期 Part1. */
function partAfter(text: string, end: number, isIssue: boolean): { part: number | null; end: number } {
  const rest = text.slice(end)
  const match = PART_AFTER.exec(rest)
  if (match !== null) return { part: halfOf(match[1]) ?? Number(match[2]), end: end + match[0].length }
  const numbered = isIssue ? PART_OF_ISSUE.exec(rest) : null
  if (numbered !== null) return { part: Number(numbered[1]), end: end + numbered[0].length }
  return { part: null, end }
}

interface EpisodeForm {
  readonly pattern: RegExp
  /** Numbers of the groups: season, episode, last. */
  readonly groups: readonly [season: number, episode: number, last: number]
}

/** In order of reliability. */
const FORMS: readonly EpisodeForm[] = [
  {
    pattern: /(?<![a-z0-9])s(\d{1,2})[ ._-]{0,3}ep?[ ._]?(\d{1,4})(?!\d)(?:(?:[ ._]?-?ep?|-)(\d{1,4})(?!\d|p))?/iu,
    groups: [1, 2, 3],
  },
  { pattern: /(?<![a-z0-9])(\d{1,2})x(\d{2,3})(?:-(\d{2,3}))?(?![a-z0-9])/iu, groups: [1, 2, 3] },
  ...['[集话話回]', '期'].map((unit): EpisodeForm => ({
    pattern: new RegExp(`第 ?(${NUMBER})(?: ?${unit})?(?: ?[-~至到、&] ?第? ?(${NUMBER}))? ?${unit}(?!团)`, 'u'),
    groups: [0, 1, 2],
  })),
  {
    pattern: /(?<![a-z])(?:episode[ ._]?|ep[ ._]{0,2}|e)(\d{1,4})(?:v\d)?(?!\d)(?:-(?:ep?)?(\d{1,4})(?!\d|p))?/iu,
    groups: [0, 1, 2],
  },
  {
    pattern: new RegExp(`(?<![\\d第])(?:(\\d{1,4}) ?[-~] ?)?(\\d{1,4}) ?${UNIT}(?=$|大结局|完|\\P{Script=Han})`, 'u'),
    groups: [0, 2, 1],
  },
  {
    pattern: /(?<= |_)- ?_?(?!(?:19|20)\d\d(?!\d))(\d{2,4})(?:v\d)?(?: ?(?:end|fin))?(?=[ _[(]|$)/iu,
    groups: [0, 1, 0],
  },
  { pattern: /(?<![A-Za-z0-9])P(\d{1,3})(?=[. \-_]|$)/u, groups: [0, 1, 0] },
  { pattern: /#(\d{1,4})(?!\d)/u, groups: [0, 1, 0] },
  { pattern: /(?<![a-z])part[ ._](0\d)(?!\d)/iu, groups: [0, 1, 0] },
]

function readEpisode({ pattern, groups: [season, episode, last] }: EpisodeForm, text: string): EpisodeMark | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const numbers = [parseNumber(match[episode] ?? ''), last > 0 ? parseNumber(match[last] ?? '') : null].flatMap(
    (number) => (number === null ? [] : [number]),
  )
  const first = Math.min(...numbers)
  const final = Math.max(...numbers)
  if (numbers.length === 0 || final - first > MAX_SPAN) return null
  const isIssue = match[0].endsWith('期')
  const after = partAfter(text, match.index + match[0].length, isIssue)
  return {
    season: season > 0 ? parseNumber(match[season] ?? '') : null,
    episode: first,
    last: final > first ? final : null,
    part: after.part,
    isIssue,
    start: match.index,
    end: after.end,
  }
}

/** The most reliable episode mark of a name. */
export function findEpisode(text: string): EpisodeMark | null {
  for (const form of FORMS) {
    const mark = readEpisode(form, text)
    if (mark !== null) return mark
  }
  return null
}

const DAY = '(0[1-9]|1[0-2])[-._月]?(0[1-9]|[12]\\d|3[01])'
const TIME = '(?:[-_ T]?(?:[01]\\d|2[0-4])[-.: ]?[0-5]\\d(?:[-.: ]?[0-5]\\d)?(?!\\d))?(?:-\\d{4}(?!\\d))?'
const DATES = [
  // Together or with separators after Chinese text, and at the beginning.
  new RegExp(
    `(?<=^|[\\p{Script=Han}](?:[\\]).!·]|\\d{1,4}(?=[ ._-]))?[ ._\\-[(]{0,3})第?(20[0-4]\\d)[-._年]?${DAY}日?${TIME}(?!\\d) ?期?`,
    'u',
  ),
  // With separators, or between underscores, anywhere.
  new RegExp(
    `(?<=[\\p{L})\\]\\d][ .\\-[_]{0,3})(?<!\\d)(20[0-4]\\d)([-.])(0[1-9]|1[0-2])\\2(0[1-9]|[12]\\d|3[01])${TIME}(?!\\d)`,
    'u',
  ),
  /(?<!\d)(20[0-4]\d)年(\d{1,2})月(\d{1,2})日/u,
]

/** A day as a number, 20240501; where there is a word 上 or 下 after it, its part. */
export function findDate(text: string): (Mark & { date: number; part: number | null }) | null {
  for (const pattern of DATES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const digits = match.slice(1).filter((group) => /^\d+$/u.test(group))
    const after = partAfter(text, match.index + match[0].length, false)
    return {
      date: Number(digits.map((text) => text.padStart(2, '0')).join('')),
      part: after.part,
      start: match.index,
      end: after.end,
    }
  }
  return null
}

const SEASON = new RegExp(
  `第 ?(${NUMBER}) ?季|(?<= )([一二三四五六七八九十]{1,2})季|(?<![a-z])(?:season|series)[ ._-]?(\\d{1,2})(?!\\d)|(?<![a-z0-9])(\\d{1,2})(?:st|nd|rd|th)[ ._]season|(?<![a-z0-9])s(\\d{1,2})(?![a-z0-9])`,
  'iu',
)
/** 第二部 and 第二期 count seasons where an episode is named besides. */
const SEASON_BESIDE_EPISODE = new RegExp(`第 ?(${NUMBER}) ?[部期]`, 'u')

function seasonFrom(pattern: RegExp, text: string): SeasonMark | null {
  const match = pattern.exec(text)
  const season = parseNumber(match?.slice(1).find((group) => group !== undefined) ?? '')
  return match === null || season === null ? null : { season, start: match.index, end: match.index + match[0].length }
}

/** Finds 第二季, Season 2, 2nd Season, S02. */
export const findSeason = (text: string): SeasonMark | null => seasonFrom(SEASON, text)

/** Finds 第二部 and 第二期 in a name that has an episode besides. */
export const findSeasonBesideEpisode = (text: string): SeasonMark | null => seasonFrom(SEASON_BESIDE_EPISODE, text)

const ROMAN = new Map([...['i', 'ii', 'iii', 'iv', 'v'].entries()].map(([index, roman]) => [roman, index + 1]))
const ENGLISH = new Map(
  [...['one', 'two', 'three', 'four', 'five'].entries()].map(([index, word]) => [word, index + 1]),
)
const PART =
  /(?<![a-z])(?:(?:part|pt)[ ._-]?(\d{1,2}|i{1,3}|iv|v|one|two|three|four|five)|(?:cd|dis[ck])[ ._-]?(\d)|第(\d)部分)(?![a-z0-9])/iu
const HALF =
  /(?:(?<=[^ ._-])[ ._-]+\(?([上中下])[集部篇卷本]?\)?|\(([上中下])[集部篇卷]?\)|([上中下])[集部篇卷])(?=[ ._-]*$|[ ._([-]+(?:19|20)\d\d|\.?\()/u
const SEQUEL_YEAR = /^[ ._-]*\(?(?:19|20)\d\d/u

/**
 * The part of a film, and where its mark is: `CD2`, 上集, (下), `part1`. `Part Two` before the year is a sequel's name.
 */
export function findPart(text: string): (Mark & { readonly part: number }) | null {
  const named = PART.exec(text)
  if (named !== null && (named.index > 0 || named[2] !== undefined)) {
    const end = named.index + named[0].length
    const value = (named[1] ?? named[2] ?? named[3] ?? '').toLowerCase()
    const part = ROMAN.get(value) ?? ENGLISH.get(value) ?? Number(value)
    if (named[1] === undefined || !SEQUEL_YEAR.test(text.slice(end))) return { part, start: named.index, end }
  }
  const half = HALF.exec(text)
  if (half === null || half.index === 0) return null
  const part = halfOf(half[1] ?? half[2] ?? half[3]) ?? 1
  return { part, start: half.index, end: half.index + half[0].length }
}

/** Years end here; 2046, 2049 and 2077 are titles. */
const YEAR = /(?<![\p{L}\p{N}])(19\d\d|20[0-3]\d)年?(?![\p{L}\p{N}])/gu
const LEADING_YEAR = /^\(?(19\d\d|20[0-3]\d)年?\)?[ ._-]+(?=[^\p{L}]*\p{Script=Han})/u
const YEAR_IN_NAME = /^((?:19|20)\d\d)年(?=.*(?:春晚|晚会|盛典|跨年))/u

/**
 * The year of release and its position: a year in parentheses, else the last one after a title, because `1917`, `2012`
 * and `1984` are also titles, else one before a Chinese title. `isAfterTitle`: whether the title was already found before
 * this text.
 */
export function findYear(text: string, isAfterTitle = false): (Mark & { readonly year: number }) | null {
  const found = [...text.matchAll(YEAR)].map((match) => ({
    year: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const enclosed = found.findLast(({ start, end }) => text[start - 1] === '(' && text[end] === ')')
  if (enclosed !== undefined) return { ...enclosed, start: enclosed.start - 1, end: enclosed.end + 1 }
  const after = found.findLast(({ start }) => isAfterTitle || /[\p{L}\p{N}]/u.test(text.slice(0, start)))
  if (after !== undefined) return after
  const named = YEAR_IN_NAME.exec(text)
  if (named !== null) return { year: Number(named[1]), start: 0, end: 0 }
  const leading = LEADING_YEAR.exec(text)
  return leading === null ? null : { year: Number(leading[1]), start: 0, end: leading[0].length }
}
