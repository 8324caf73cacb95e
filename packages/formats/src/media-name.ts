import { pathParts, withoutMediaExtension } from './file-path.ts'
import { findEpisode, findPart, findSeason, findYear, PACK } from './name-marks.ts'
import { isNoise, noiseStart, readLanguages, readQuality, withoutSites } from './name-noise.ts'

/** What a file's name and folders say about it. */
export interface MediaName {
  /** Never empty, at most 200 characters, NFKC, white space single: equal for all episodes of a series. */
  readonly title: string
  /** 0 for specials. */
  readonly season: number | null
  /** For programmes that are named by date: `20240501`. */
  readonly episode: number | null
  /** Which part of one film. */
  readonly part: number | null
  /** Of release. */
  readonly year: number | null
  /** `1080p`. */
  readonly quality: string | null
  readonly kind: 'film' | 'episode'
  /** Spoken languages named in the file name, BCP 47. */
  readonly languages: readonly string[]
}

interface Reading {
  title: string
  season: number | null
  episode: number | null
  part: number | null
  year: number | null
}

interface Surroundings {
  /** The nearest folder that names something. */
  readonly title: string
  readonly season: number | null
  readonly year: number | null
}

const LONGEST_TITLE = 200
const UNNAMED = '未命名'
const GENERIC_FOLDER =
  /^(?:电影|影片|视频|电视剧|连续剧|剧集|动漫|动画片?|综艺|纪录片|短剧|下载|媒体|影视|国产剧|新建文件夹.*|films?|movies?|videos?|media|tv(?: ?shows?)?|series|shows?|anime|downloads?|uploads?|imports?|library|data|home|root|tmp|mnt|srv|bdmv|stream|video_ts)$/iu
const SEASON_FOLDER = /^(?:第 ?[\d零〇一二两兩三四五六七八九十百]{1,4} ?季|season[ ._-]?\d{1,2}|s\d{1,2})$/iu
const SPECIALS_FOLDER = /^(?:specials?|sp|ova|番外篇?|特别篇)$/iu
const FANSUB = /字幕|压制|工作室|家园|论坛|raws?$|subs?$|studio|fansub/iu
const HAS_LETTER = /[\p{L}\p{N}]/u
const INITIALS = /(?<![\p{L}\p{N}])(?:[a-z]\.)+[a-z](?![\p{L}\p{N}])\.?/giu

function shortened(text: string): string {
  return [...text].slice(0, LONGEST_TITLE).join('').trim()
}

/** Separators become spaces, except the points of initials (S.W.A.T); outer punctuation goes. */
function cleanTitle(text: string): string {
  const initials: string[] = []
  const spaced = text
    .replace(/[《》]/gu, ' ')
    .replace(/\(([^()]*)\)/gu, (whole, inner: string) => (inner.trim() === '' || isNoise(inner) ? ' ' : whole))
    .replace(INITIALS, (run) => `\u{e000}${initials.push(run.replace(/\.$/u, '')) - 1}\u{e001}`)
    .replace(/_/gu, ' ')
  const words = / /u.test(spaced.trim()) ? spaced.replace(/(?<!\d)\.|\.(?!\d)/gu, ' ') : spaced.replace(/\./gu, ' ')
  const restored = words.replace(/\u{e000}(\d+)\u{e001}/gu, (_, index: string) => initials[Number(index)] ?? '')
  const trimmed = restored.replace(/\s+/gu, ' ').replace(/^[\s\-_.,:;~+·|、,]+|[\s\-_.,:;~+·|、([]+$/gu, '')
  return shortened(trimmed)
}

/** The text outside of brackets, and what stands in them. */
function splitBrackets(text: string): { outside: string; groups: string[] } {
  const groups: string[] = []
  const outside = text.replace(/\[([^[\]]*)\]|【([^【】]*)】/gu, (_, square?: string, lenticular?: string) => {
    groups.push((square ?? lenticular ?? '').trim())
    return ' '
  })
  return { outside, groups }
}

/** `[字幕组][片名][03][1080P]`: the first bracket that is neither a mark nor a description, after the group's name. */
function readBrackets(groups: readonly string[]): Reading {
  const reading: Reading = { title: '', season: null, episode: null, part: null, year: null }
  const names: string[] = []
  for (const group of groups) {
    const mark = findEpisode(group)
    const bare = /^(\d{1,3})(?:v\d)? ?(?:end|完)?$/iu.exec(group)
    if (mark !== null && mark.start === 0) ({ season: reading.season, episode: reading.episode } = mark)
    else if (bare !== null) reading.episode ??= Number(bare[1])
    else if (/^(?:19|20)\d\d$/u.test(group)) reading.year = Number(group)
    else if (!isNoise(group) && group.replace(PACK, '').trim() !== '' && !/^\d+-\d+$/u.test(group)) names.push(group)
  }
  const [first, second] = names
  const named = names.find((name) => !FANSUB.test(name))
  const title = names.length >= 2 && named === first ? second : (named ?? first)
  reading.title = cleanTitle(title ?? '')
  return reading
}

/** Year, part and title of the text before any episode mark. */
function readHead(head: string): Pick<Reading, 'title' | 'part' | 'year'> {
  let title = head.slice(0, noiseStart(head))
  const year = findYear(title)
  if (year !== null)
    title = HAS_LETTER.test(title.slice(0, year.start)) ? title.slice(0, year.start) : title.slice(year.end)
  const part = findPart(title.trim())
  if (part !== null) title = title.trim().slice(0, part.start)
  return { title: cleanTitle(title), part: part?.part ?? null, year: year?.year ?? null }
}

function readText(text: string): Reading & { after: string } {
  const mark = findEpisode(text)
  if (mark === null) return { ...readHead(text), season: null, episode: null, after: '' }
  const season = mark.season === null ? findSeason(text) : null
  const head = text.slice(0, Math.min(mark.start, season?.start ?? mark.start))
  const after = text.slice(Math.max(mark.end, season?.end ?? mark.end))
  const reading = readHead(head)
  return {
    ...reading,
    year: reading.year ?? findYear(after.slice(0, noiseStart(after)), true)?.year ?? null,
    season: mark.season ?? season?.season ?? null,
    episode: mark.episode,
    after,
  }
}

/** What the folders say, from the innermost outwards, up to the first that names something. */
function readFolders(folders: readonly string[]): Surroundings {
  let season: number | null = null
  for (const folder of folders.toReversed()) {
    if (SPECIALS_FOLDER.test(folder)) season ??= 0
    else if (SEASON_FOLDER.test(folder)) season ??= findSeason(folder)?.season ?? null
    else if (GENERIC_FOLDER.test(folder)) break
    else {
      const { outside, groups } = splitBrackets(withoutSites(folder).replace(PACK, ' '))
      const mark = findSeason(outside)
      const head = mark !== null && mark.start > 0 ? outside.slice(0, mark.start) : outside
      const { title, year } = readHead(head)
      const fromBrackets = readBrackets(groups)
      return {
        title: title === '' ? fromBrackets.title : title,
        season: season ?? mark?.season ?? null,
        year: year ?? fromBrackets.year,
      }
    }
  }
  return { title: '', season, year: null }
}

const sameTitle = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase()

/** Numbers that mean an episode only because of where the file lies or how they are written. */
function readLooseNumber(text: string, around: Surroundings): { title: string; episode: number } | null {
  const isInSeries = around.title !== '' || around.season !== null
  const bare = /^(\d{1,3})(?:v\d)?$/u.exec(text)
  if (bare !== null) return isInSeries ? { title: '', episode: Number(bare[1]) } : null
  const leading = /^(\d{2,3})(?:[ ._-]+\D|\p{Script=Han})/u.exec(text)
  if (leading !== null && isInSeries && (around.season !== null || /^0\d$/u.test(leading[1] ?? ''))) {
    return { title: '', episode: Number(leading[1]) }
  }
  const trailing = /^(.*?[^\d])(\d{1,3})$/u.exec(text)
  const title = cleanTitle(trailing?.[1] ?? '')
  if (trailing === null || title === '') return null
  const isSeparate = /[ ._\-\p{Script=Han}]$/u.test(trailing[1] ?? '')
  const isPadded = /^0\d/u.test(trailing[2] ?? '') && isSeparate
  return isPadded || around.season !== null || sameTitle(title, around.title)
    ? { title, episode: Number(trailing[2]) }
    : null
}

function readStem(stem: string, around: Surroundings): Reading {
  const { outside, groups } = splitBrackets(withoutSites(stem).replace(PACK, ' '))
  const { after, ...reading } = readText(outside.replace(/\s+/gu, ' ').trim())
  if (groups.length > 0) {
    const inBrackets = readBrackets(groups)
    if (!HAS_LETTER.test(reading.title)) reading.title = inBrackets.title
    reading.season ??= inBrackets.season
    reading.episode ??= inBrackets.episode
    reading.year ??= inBrackets.year
  }
  if (reading.episode === null) {
    const loose = readLooseNumber(reading.title, around)
    if (loose !== null) Object.assign(reading, loose)
  }
  if (reading.title === '' && around.title === '') reading.title = readHead(after).title
  return reading
}

/**
 * Reads the name of a film or an episode, and the folders it lies in, with `/` or `\` between them. A pure function
 * that never throws: what it cannot read is a film named as the file.
 */
export function readMediaName(relativePath: string): MediaName {
  const parts = pathParts(relativePath)
  const stem = withoutMediaExtension(parts.at(-1) ?? '')
  const around = readFolders(parts.slice(0, -1))
  const reading = readStem(stem, around)
  const isNamedByFolder = reading.title === ''
  const title = reading.title || around.title || cleanTitle(stem) || shortened(stem) || UNNAMED
  const belongs = isNamedByFolder || sameTitle(title, around.title)
  const isEpisode = reading.episode !== null
  return {
    title,
    season: isEpisode ? (reading.season ?? around.season) : null,
    episode: reading.episode,
    part: isEpisode ? null : reading.part,
    year: reading.year ?? (belongs ? around.year : null),
    quality: readQuality(stem),
    kind: isEpisode ? 'episode' : 'film',
    languages: readLanguages(stem.replace(title, ' ')),
  }
}
