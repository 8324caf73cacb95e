import type { FolderMetadata } from './name-folders.ts'
import { numberAlone } from './name-brackets.ts'
import { noiseStart, withoutNoise } from './name-noise.ts'
import { cleanTitle, hasCjk, hasLetter } from './name-title.ts'

/** What is known of a name whose episode has no mark. */
export interface LooseContext {
  readonly title: string
  readonly folders: FolderMetadata
  readonly season: number | null
  readonly hasYear: boolean
  readonly hasGroup: boolean
  /** Whether its brackets have a title. */
  readonly isTitledByGroup: boolean
  /** Where the mark of the season ends. */
  readonly seasonEnd: number | null
}

export interface LooseNumber {
  readonly episode: number | null
  readonly last?: number | null
  readonly part?: number | null
  /** Null if the title stays as it is. */
  readonly title: string | null
}

/** Sequels have small numbers; a larger one at the end of a Chinese name is an episode. */
const MAX_SEQUEL = 10
/** Copies are numbered (1) to (3). */
const MAX_COPY = 3
const DATE_ALONE = /^(20[0-4]\d)[-._年]?(0[1-9]|1[0-2])[-._月]?(0[1-9]|[12]\d|3[01])日?(?:[-_ ]\d{4,6})?$/u
const HALF_ALONE = /^(\d{1,3})?[ ._-]?\(?([上中下])[集部]?\)?$/u
const PART_ALONE = /^(?:cd|dis[ck]|part|pt)[ ._-]?(\d)$/iu
const RANGE = /^(.*?[^\d])?(\d{1,4})-(\d{1,4})$/u
const LEADING_WITH_TITLE = /^(\d{2,4})(?:[-.、][ ]?|(?<=^0\d*) )(?=\p{Script=Han})(.*)$/u
const LEADING_IN_FOLDER = /^(\d{1,3})(?:[ ._、-]+(?=\p{Script=Han})|[ ._-]+(?=\D)|(?=\p{Script=Han}))/u
const BETWEEN = /^(.*?\p{Script=Han}.*?)[ ._-]+(\d{2,3})[ ._-]+(?=\p{Script=Han})/u
const TRAILING = /^(.*?[^\d])(?:\((\d{1,3})\)|(\d{1,4}))$/u

/** Numbers that are an episode only because of their folder or their form. */
export function looseNumber(text: string, context: LooseContext): LooseNumber | null {
  const plain = withoutEnding(text.slice(0, noiseStart(text)))
  return (
    aloneNumber(plain, context) ??
    rangeAt(plain, context) ??
    leading(plain, context) ??
    between(plain, context) ??
    trailing(text, plain, context)
  )
}

const withoutEnding = (text: string): string =>
  text.replace(/[ ._-]*(?:end|fin|完结?|大结局|终)\)?$/iu, '').replace(/^[\s._\-—、·]+|[\s._\-—、·]+$/gu, '')

function aloneNumber(plain: string, { folders, season, isTitledByGroup }: LooseContext): LooseNumber | null {
  const isInSeries = folders.title !== '' || season !== null || isTitledByGroup
  if (!isInSeries) return null
  const date = DATE_ALONE.exec(plain)
  if (date !== null) return { episode: Number(date.slice(1, 4).join('')), title: '' }
  const part = PART_ALONE.exec(plain)
  if (part !== null) return { episode: null, part: Number(part[1]), title: '' }
  const half = HALF_ALONE.exec(plain)
  if (half !== null) {
    return {
      episode: half[1] === undefined ? null : Number(half[1]),
      part: '上中下'.indexOf(half[2] ?? '') + 1,
      title: '',
    }
  }
  const number = numberAlone(plain)
  if (number === null) return null
  const isNumbered = season !== null && season > 0 && /^\d{3}$/u.test(plain) && plain.startsWith(String(season))
  return { episode: isNumbered ? number % 100 : number, title: '' }
}

function rangeAt(plain: string, { folders }: LooseContext): LooseNumber | null {
  const match = RANGE.exec(plain)
  const [first, last] = [Number(match?.[2]), Number(match?.[3])]
  if (match === null || last <= first || last - first > 9 || match[2]?.length !== match[3]?.length) return null
  const title = cleanTitle(match[1] ?? '')
  if (title === '' && folders.title === '') return null
  return title === '' || hasCjk(title) ? { episode: first, last, title } : null
}

function leading(plain: string, { folders, season, hasYear }: LooseContext): LooseNumber | null {
  if (hasYear || folders.isCollection) return null
  const inFolder = folders.title !== '' || season !== null ? LEADING_IN_FOLDER.exec(plain) : null
  if (inFolder !== null) {
    const rest = plain.slice(inFolder[0].length)
    const isSafe = hasCjk(rest) || season !== null || /^0\d/u.test(inFolder[1] ?? '')
    if (isSafe && /^\d{2}|^\d[ ._、-]/u.test(plain)) return { episode: Number(inFolder[1]), title: '' }
  }
  const titled = folders.title === '' ? LEADING_WITH_TITLE.exec(plain) : null
  return titled === null ? null : { episode: Number(titled[1]), title: titled[2] ?? '' }
}

/** 剧名 06 风起: a number between a title and the name of an episode. */
function between(plain: string, { season, hasYear, title }: LooseContext): LooseNumber | null {
  const match = BETWEEN.exec(plain)
  if (match === null || hasYear) return null
  if (season !== null && hasLetter(title)) return { episode: Number(match[2]), title: null }
  return match[2]?.startsWith('0') === true ? { episode: Number(match[2]), title: cleanTitle(match[1] ?? '') } : null
}

const sameTitle = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase()

function trailing(text: string, plain: string, context: LooseContext): LooseNumber | null {
  const { season, seasonEnd, title } = context
  const rest = seasonEnd === null ? null : numberAlone(withoutEnding(withoutNoise(text.slice(seasonEnd))))
  if (season !== null && rest !== null && hasLetter(title)) return { episode: rest, title: null }
  const whole = cleanTitle(withoutEnding(withoutNoise(text)))
  for (const candidate of [plain, whole]) {
    const match = TRAILING.exec(candidate)
    const found = match === null ? null : readTrailing(match, context)
    if (found !== null) return found
  }
  return null
}

function readTrailing(
  match: RegExpExecArray,
  { folders, season, hasYear, hasGroup }: LooseContext,
): LooseNumber | null {
  const [, before = '', parenthesised, plain = ''] = match
  const digits = parenthesised ?? plain
  const title = cleanTitle(before)
  if (title === '' || digits.length > 4 || /^(?:19\d\d|20[0-3]\d)$/u.test(digits)) return null
  const episode = Number(digits)
  const isShort = digits.length <= 3
  const isSeparate = parenthesised !== undefined || /[ ._\-\p{Script=Han}》]$/u.test(before)
  const isChinese = hasCjk(title) && isShort && !hasYear && !folders.isCollection
  const isEpisode =
    (/^0\d/u.test(digits) && isSeparate && isShort) ||
    season !== null ||
    (sameTitle(title, folders.title) && !folders.isCollection) ||
    (isChinese && (episode > MAX_SEQUEL || /[-_]$/u.test(before) || (/[.]$/u.test(before) && digits.length === 2))) ||
    (parenthesised !== undefined && episode > MAX_COPY) ||
    (hasGroup && /^\d{2,3}$/u.test(digits) && isSeparate)
  return isEpisode ? { episode, title } : null
}
