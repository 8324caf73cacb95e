import { toSimplified } from '@yunmu/zh'

/** A name as recognition compares it. */
export interface ParsedName {
  /** Letters and digits of the name without season, version words and punctuation; never empty. */
  readonly key: string
  /** The number of a season or part; null where the name has none, which means the first. */
  readonly season: number | null
  /** A year within the name, as variety shows and remakes have it (`歌手2024`). */
  readonly year: number | null
  /** Whether the name says that it is the film of a series (剧场版, 大电影). */
  readonly isFilm: boolean
}

/** A second reading of a name that is less certain: `白蛇2：青蛇劫起` may be listed as `白蛇2`, `赤壁上` as `赤壁(上)`. */
export interface NameReadings {
  readonly main: ParsedName
  readonly uncertain: readonly ParsedName[]
}

/** Names are longer in no catalog; the patterns below take longer than the length of a text. */
const MAX_LENGTH = 120
const CHINESE_DIGITS = '零一二三四五六七八九'
const NUMERAL = '(?:\\d{1,3}|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九])'
const ROMAN = ['ii', 'iii', 'iv', 'vi', 'vii', 'viii', 'ix', 'xi', 'xii']
const ROMAN_VALUES = new Map([...ROMAN.entries()].map(([at, roman]) => [roman, [2, 3, 4, 6, 7, 8, 9, 11, 12][at] ?? 0]))

/** Words about language, picture, cut and completeness, which do not make another work. */
const VERSION_WORD = [
  '国粤双语|国英双语|中英双[语字]|中英字幕|中文字幕|双语字幕|双语|双字|中字|字幕版?',
  '(?:国语|粤语|普通话|英语|日语|韩语|泰语|四川话|川话|沪语|上海话|方言|原声)(?:配音|中字)?(?:版|对白)?',
  '(?:3d|4k|2k|hd|bd|uhd|dvd|imax|tv|web)(?:\\d{3,4})?(?:版|重制版|修复版)?|\\d{3,4}p',
  '超清|高清|标清|蓝光|(?:数码|数字|高清|蓝光)?(?:修复|重制|重映)版?',
  '(?:高清)?完整版|全集版?|未删减版?|未删节版?|无删减版?|导演剪辑版|加长版|终极版|特别剪辑版|周年纪念版|黑白版|彩色版',
  '电视剧版|电视版|卫视版|网络版|真人版|动画版|央视版|央视|[日韩美英国]版|中国版|华语版',
  '更新至?第?\\d+[集期]|全\\d+[集期]|\\d+-\\d+[集期]|\\d+集(?:全|完)?|已?完结|连载中',
].join('|')
const AT_END_VERSION = new RegExp(`[\\s\\-·.,:_|/]*(?:${VERSION_WORD})$`, 'u')
const ONLY_VERSION = new RegExp(`^(?:[\\s\\-·.,:_|/+]*(?:${VERSION_WORD}))+$`, 'u')
const LATIN_END_VERSION = /^[\s\-·.,:_|/]*[a-z\d]/u

const YEAR = '(?:19[2-9]\\d|20[0-3]\\d)'
const YEAR_AT_END = new RegExp(`^(.*[\\p{L}\\p{M}].*?)[\\s\\-·.:]*(?<!\\d)(${YEAR})(?:年)?(?:版)?$`, 'u')
const YEAR_AT_START = new RegExp(`^(${YEAR})年?(?:度)?(?=\\p{Script=Han}{2})`, 'u')
const SHORT_YEAR_AT_END = /^(.*\p{L})[\s]*(?<!\d)([5-9]\d)版$/u

const NUMBERED_UNIT = new RegExp(`第\\s*(${NUMERAL})\\s*(?:季|部|辑|弹)(?!分)`, 'u')
const ENGLISH_UNIT = new RegExp(
  `(?<![a-z])(?:season|part|vol\\.?|volume)\\s*(\\d{1,2}|${ROMAN.join('|')})(?![a-z\\d])|(?<![a-z\\d])s(\\d{1,2})(?![a-z\\d])`,
  'u',
)
const ORDINAL_SEASON = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)\s*season/u
const OF_THE_SERIES = new RegExp(`之([一二三四五六七八九])(?=[:\\s]|\\p{Script=Han}{2})`, 'u')
const PART_IN_BRACKETS = /^([上中下前后])(?:集|部|篇|编)?$/u
const PART_AT_END = /(?:[\s:·\-.]+([上中下前后])(?:集|部|篇|编)?|([上中下前后])(?:集|部|篇|编))$/u
const BARE_PART_AT_END = /^(.*\p{L}{2})([上下])$/u
const NUMBER_AT_END = new RegExp(
  `^(.*[^\\s\\d.\\-].*?)(?:(?<![\\d.\\-])(\\d{1,2})|(?<![a-z])(${ROMAN.join('|')}))$`,
  'u',
)
/** 一 ends many words (唯一, 统一), so it counts after longer names only. */
const CHINESE_NUMBER_AT_END =
  /^(.*\p{Script=Han}{3}[^第十百零一二三四五六七八九])((?<=\p{Script=Han}{5})一|[二三四五六七八九]|十[一二三四五六七八九]?)$/u
const NUMBER_BEFORE_SUBTITLE = new RegExp(
  `^(.*[\\p{L}\\p{M}].*?)[\\s]*(?:(?<![\\d.])(\\d{1,2})|(?<![a-z])(${ROMAN.join('|')}))\\s*[:·\\-之](?=.*\\p{L})(.+)$`,
  'u',
)
const NUMBER_BETWEEN_HAN = new RegExp(`^(.*\\p{Script=Han})(?:(\\d)|(${ROMAN.join('|')}))(\\p{Script=Han}{2}.*)$`, 'u')
const SEQUEL_AT_END = /^(.*\p{L}{2})\s*续集$/u
const FILM_WORD = /[\s:·]*(?:剧场版|电影版|大电影|the movie)[\s:·]*/u

function numberOf(numeral: string): number {
  const roman = ROMAN_VALUES.get(numeral)
  if (roman !== undefined) return roman
  if (/^\d+$/u.test(numeral)) return Number(numeral)
  const at = numeral.indexOf('十')
  if (at < 0) return CHINESE_DIGITS.indexOf(numeral)
  const tens = at === 0 ? 1 : CHINESE_DIGITS.indexOf(numeral.charAt(0))
  return tens * 10 + Math.max(0, CHINESE_DIGITS.indexOf(numeral.charAt(at + 1) || '零'))
}

/** NFKC would turn Ⅱ into II, and Ⅰ into a plain I, which is no numeral any more. */
function withDigitsForRoman(text: string): string {
  return text.replace(/[\u2160-\u216b\u2170-\u217b]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return String(code >= 0x2170 ? code - 0x216f : code - 0x215f)
  })
}

/** Characters that sources use for others and that conversion to simplified keeps. */
const VARIANTS: Readonly<Record<string, string>> = { 妳: '你', 瑯: '琅', 砲: '炮' }

function folded(text: string): string {
  const plain = withDigitsForRoman(text.toWellFormed())
    .replace(/<[^<>]{0,200}>/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
  return toSimplified(plain)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replace(/[•・‧∙．]/gu, '·')
    .replace(/[《》「」『』"'“”‘’]/gu, '')
    .replace(/[妳瑯砲]/gu, (character) => VARIANTS[character] ?? character)
    .replace(/\s+/gu, ' ')
    .trim()
}

/** What is left of a name while its parts are recognised one after the other. */
interface Remainder {
  text: string
  season: number | null
  year: number | null
  part: string | null
  isFilm: boolean
}

const PARTS: Readonly<Record<string, number>> = { 上: 1, 前: 1, 下: 2, 后: 2 }

function takePart(rest: Remainder, part: string): void {
  const number = PARTS[part]
  if (rest.season === null && number !== undefined) rest.season = number
  else rest.part = part
}

/** Brackets hold versions, years and parts; anything else belongs to the name. */
function takeBrackets(rest: Remainder): void {
  rest.text = rest.text
    .replace(
      /\(([^()]*)\)|\[([^[\]]*)\]|【([^【】]*)】/gu,
      (whole, round?: string, square?: string, thick?: string) => {
        const inner = (round ?? square ?? thick ?? '').trim()
        const part = PART_IN_BRACKETS.exec(inner)?.[1]
        const year = new RegExp(`^(${YEAR})年?版?$`, 'u').exec(inner)?.[1]
        if (inner === '' || ONLY_VERSION.test(inner)) return ' '
        if (year !== undefined) rest.year = Number(year)
        else if (part !== undefined) takePart(rest, part)
        else return whole.startsWith('(') ? ` ${inner} ` : `${inner} `
        return ' '
      },
    )
    .trim()
}

function withoutVersions(text: string): string {
  let rest = text
  for (;;) {
    const match = AT_END_VERSION.exec(rest)
    if (match === null) return rest
    const before = rest.slice(0, match.index).trim()
    const isGlued = LATIN_END_VERSION.test(match[0]) && /[a-z\d]$/u.test(before) && !/^[\s\-·.,:_|/]/u.test(match[0])
    if (before === '' || isGlued) return rest
    rest = before
  }
}

function takeYear(rest: Remainder): void {
  const end = YEAR_AT_END.exec(rest.text)
  const start = YEAR_AT_START.exec(rest.text)
  const short = SHORT_YEAR_AT_END.exec(rest.text)
  if (end !== null) {
    rest.year ??= Number(end[2])
    rest.text = (end[1] ?? '').trim()
  } else if (start !== null) {
    rest.year ??= Number(start[1])
    rest.text = rest.text.slice(start[0].length).trim()
  } else if (short !== null) {
    rest.year ??= 1900 + Number(short[2])
    rest.text = (short[1] ?? '').trim()
  }
}

function takeMatch(rest: Remainder, match: RegExpExecArray, numeral: string): void {
  rest.season ??= numberOf(numeral)
  rest.text = `${rest.text.slice(0, match.index)} ${rest.text.slice(match.index + match[0].length)}`.trim()
}

/** The number of a season or part, wherever a name has it. Returns the text before a number that a subtitle follows. */
function takeSeason(rest: Remainder): string | null {
  for (const pattern of [NUMBERED_UNIT, ENGLISH_UNIT, ORDINAL_SEASON, OF_THE_SERIES]) {
    const match = pattern.exec(rest.text)
    const numeral = match?.[1] ?? match?.[2]
    if (match === null || numeral === undefined || !/\p{L}/u.test(rest.text.replace(match[0], ''))) continue
    takeMatch(rest, match, numeral)
    return null
  }
  const part = PART_AT_END.exec(rest.text)
  if (part !== null && /\p{L}/u.test(rest.text.slice(0, part.index))) {
    rest.text = rest.text.slice(0, part.index).trim()
    takePart(rest, part[1] ?? part[2] ?? '')
    return null
  }
  const atEnd = NUMBER_AT_END.exec(rest.text) ?? CHINESE_NUMBER_AT_END.exec(rest.text)
  if (atEnd !== null) {
    rest.season ??= numberOf(atEnd[2] ?? atEnd[3] ?? '')
    rest.text = (atEnd[1] ?? '').trim()
    return null
  }
  const sequel = SEQUEL_AT_END.exec(rest.text)?.[1]
  if (sequel !== undefined) {
    rest.season ??= 2
    rest.text = sequel
    return null
  }
  const inside = NUMBER_BEFORE_SUBTITLE.exec(rest.text) ?? NUMBER_BETWEEN_HAN.exec(rest.text)
  if (inside === null) return null
  const [, before = '', digits, roman, after = ''] = inside
  rest.season ??= numberOf(digits ?? roman ?? '')
  rest.text = `${before} ${after}`
  return before
}

/** Sources write 之, a colon or a point between name and subtitle, and 和, 与 or & between two words. */
function keyOf(text: string, part: string | null): string {
  const key = text
    .replace(/(?<=\p{L})之(?=\p{L})/gu, '')
    .replace(/(?<=\p{Script=Han})[和&](?=\p{Script=Han})/gu, '与')
    .replace(/[一二三四五六七八九]?十[一二三四五六七八九]?/gu, (numeral) => String(numberOf(numeral)))
    .replace(/[零〇一二三四五六七八九]{3,}/gu, (run) =>
      [...run].map((digit) => String(Math.max(0, CHINESE_DIGITS.indexOf(digit)))).join(''),
    )
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return key === '' ? text.trim() : `${key}${part ?? ''}`
}

function remainderOf(text: string): Remainder {
  const rest: Remainder = { text, season: null, year: null, part: null, isFilm: false }
  takeBrackets(rest)
  rest.text = withoutVersions(rest.text)
  if (FILM_WORD.test(rest.text) && rest.text.replace(FILM_WORD, '').trim() !== '') {
    rest.isFilm = true
    rest.text = rest.text.replace(FILM_WORD, ' ').trim()
  }
  takeYear(rest)
  rest.text = withoutVersions(rest.text)
  return rest
}

/**
 * Parses a name of a title as sources write it. Two names of one work have the same key: scripts, widths, punctuation,
 * versions and the spelling of the season's number do not matter.
 */
export function parseName(name: string): NameReadings {
  const text = folded(name.slice(0, MAX_LENGTH))
  const rest = remainderOf(text)
  const bare = BARE_PART_AT_END.exec(rest.text)
  const beforeNumber = takeSeason(rest)
  rest.text = withoutVersions(rest.text)
  const { season, year, isFilm } = rest
  const key = keyOf(rest.text, rest.part) || text || name.trim() || '-'
  const uncertain: ParsedName[] = []
  if (beforeNumber !== null) uncertain.push({ key: keyOf(beforeNumber, null), season, year, isFilm })
  if (bare !== null && season === null) {
    uncertain.push({ key: keyOf(bare[1] ?? '', null), season: PARTS[bare[2] ?? ''] ?? null, year, isFilm })
  }
  return { main: { key, season, year, isFilm }, uncertain: uncertain.filter((reading) => reading.key !== '') }
}
