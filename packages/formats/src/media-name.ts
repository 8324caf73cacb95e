import { pathParts, withoutMediaExtension } from './file-path.ts'
import { findEpisode, findPart, findSeason, findYear, PACK } from './name-marks.ts'
import { isNoise, noiseStart, parseLanguages, parseQuality, withoutSites } from './name-noise.ts'

/** Metadata parsed from a file's name and folders. */
export interface MediaName {
  /** Never empty, at most 200 characters, NFKC, white space collapsed; the same for all episodes of a series. */
  readonly title: string
  /** 0 for specials. */
  readonly season: number | null
  /** A date such as `20240501` for programmes that are named by date. */
  readonly episode: number | null
  /** Part number of a film in several parts. */
  readonly part: number | null
  /** Year of release. */
  readonly year: number | null
  /** E.g. `1080p`. */
  readonly quality: string | null
  readonly kind: 'film' | 'episode'
  /** Spoken languages named in the file name, BCP 47. */
  readonly languages: readonly string[]
}

interface ParsedName {
  title: string
  season: number | null
  episode: number | null
  part: number | null
  year: number | null
}

interface FolderMetadata {
  /** From the nearest folder that has a name of its own. */
  readonly title: string
  readonly season: number | null
  readonly year: number | null
}

const MAX_TITLE_LENGTH = 200
const UNNAMED = '未命名'
const GENERIC_FOLDER =
  /^(?:电影|影片|视频|电视剧|连续剧|剧集|动漫|动画片?|综艺|纪录片|短剧|下载|媒体|影视|国产剧|新建文件夹.*|films?|movies?|videos?|media|tv(?: ?shows?)?|series|shows?|anime|downloads?|uploads?|imports?|library|data|home|root|tmp|mnt|srv|bdmv|stream|video_ts)$/iu
const SEASON_FOLDER = /^(?:第 ?[\d零〇一二两兩三四五六七八九十百]{1,4} ?季|season[ ._-]?\d{1,2}|s\d{1,2})$/iu
const SPECIALS_FOLDER = /^(?:specials?|sp|ova|番外篇?|特别篇)$/iu
const FANSUB = /字幕|压制|工作室|家园|论坛|raws?$|subs?$|studio|fansub/iu
const HAS_LETTER = /[\p{L}\p{N}]/u
const INITIALS = /(?<![\p{L}\p{N}])(?:[a-z]\.)+[a-z](?![\p{L}\p{N}])\.?/giu

function shortened(text: string): string {
  return [...text].slice(0, MAX_TITLE_LENGTH).join('').trim()
}

/** Replaces separators by spaces, except the points of initials (S.W.A.T), and trims punctuation. */
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

/** The text outside brackets, and the texts inside them. */
function splitBrackets(text: string): { outside: string; groups: string[] } {
  const groups: string[] = []
  const outside = text.replace(/\[([^[\]]*)\]|【([^【】]*)】/gu, (_, square?: string, lenticular?: string) => {
    groups.push((square ?? lenticular ?? '').trim())
    return ' '
  })
  return { outside, groups }
}

/**
 * `[字幕组][片名][03][1080P]`: the title is the first bracket after the group's name that is neither an episode mark nor a
 * description.
 */
function parseBrackets(groups: readonly string[]): ParsedName {
  const parsed: ParsedName = { title: '', season: null, episode: null, part: null, year: null }
  const names: string[] = []
  for (const group of groups) {
    const mark = findEpisode(group)
    const bare = /^(\d{1,3})(?:v\d)? ?(?:end|完)?$/iu.exec(group)
    if (mark !== null && mark.start === 0) ({ season: parsed.season, episode: parsed.episode } = mark)
    else if (bare !== null) parsed.episode ??= Number(bare[1])
    else if (/^(?:19|20)\d\d$/u.test(group)) parsed.year = Number(group)
    else if (!isNoise(group) && group.replace(PACK, '').trim() !== '' && !/^\d+-\d+$/u.test(group)) names.push(group)
  }
  const [first, second] = names
  const named = names.find((name) => !FANSUB.test(name))
  const title = names.length >= 2 && named === first ? second : (named ?? first)
  parsed.title = cleanTitle(title ?? '')
  return parsed
}

/** Year, part and title from the text before any episode mark. */
function parseHead(head: string): Pick<ParsedName, 'title' | 'part' | 'year'> {
  let title = head.slice(0, noiseStart(head))
  const year = findYear(title)
  if (year !== null)
    title = HAS_LETTER.test(title.slice(0, year.start)) ? title.slice(0, year.start) : title.slice(year.end)
  const part = findPart(title.trim())
  if (part !== null) title = title.trim().slice(0, part.start)
  return { title: cleanTitle(title), part: part?.part ?? null, year: year?.year ?? null }
}

function parseText(text: string): ParsedName & { after: string } {
  const mark = findEpisode(text)
  if (mark === null) return { ...parseHead(text), season: null, episode: null, after: '' }
  const season = mark.season === null ? findSeason(text) : null
  const head = text.slice(0, Math.min(mark.start, season?.start ?? mark.start))
  const after = text.slice(Math.max(mark.end, season?.end ?? mark.end))
  const parsed = parseHead(head)
  return {
    ...parsed,
    year: parsed.year ?? findYear(after.slice(0, noiseStart(after)), true)?.year ?? null,
    season: mark.season ?? season?.season ?? null,
    episode: mark.episode,
    after,
  }
}

/** Metadata from the folders, from the innermost outwards, up to the first that has a name of its own. */
function parseFolders(folders: readonly string[]): FolderMetadata {
  let season: number | null = null
  for (const folder of folders.toReversed()) {
    if (SPECIALS_FOLDER.test(folder)) season ??= 0
    else if (SEASON_FOLDER.test(folder)) season ??= findSeason(folder)?.season ?? null
    else if (GENERIC_FOLDER.test(folder)) break
    else {
      const { outside, groups } = splitBrackets(withoutSites(folder).replace(PACK, ' '))
      const mark = findSeason(outside)
      const head = mark !== null && mark.start > 0 ? outside.slice(0, mark.start) : outside
      const { title, year } = parseHead(head)
      const fromBrackets = parseBrackets(groups)
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

/** Numbers that are an episode only because of their folder or their form. */
function parseLooseNumber(text: string, folders: FolderMetadata): { title: string; episode: number } | null {
  const isInSeries = folders.title !== '' || folders.season !== null
  const bare = /^(\d{1,3})(?:v\d)?$/u.exec(text)
  if (bare !== null) return isInSeries ? { title: '', episode: Number(bare[1]) } : null
  const leading = /^(\d{2,3})(?:[ ._-]+\D|\p{Script=Han})/u.exec(text)
  if (leading !== null && isInSeries && (folders.season !== null || /^0\d$/u.test(leading[1] ?? ''))) {
    return { title: '', episode: Number(leading[1]) }
  }
  const trailing = /^(.*?[^\d])(\d{1,3})$/u.exec(text)
  const title = cleanTitle(trailing?.[1] ?? '')
  if (trailing === null || title === '') return null
  const isSeparate = /[ ._\-\p{Script=Han}]$/u.test(trailing[1] ?? '')
  const isPadded = /^0\d/u.test(trailing[2] ?? '') && isSeparate
  return isPadded || folders.season !== null || sameTitle(title, folders.title)
    ? { title, episode: Number(trailing[2]) }
    : null
}

function parseStem(stem: string, folders: FolderMetadata): ParsedName {
  const { outside, groups } = splitBrackets(withoutSites(stem).replace(PACK, ' '))
  const { after, ...parsed } = parseText(outside.replace(/\s+/gu, ' ').trim())
  if (groups.length > 0) {
    const inBrackets = parseBrackets(groups)
    if (!HAS_LETTER.test(parsed.title)) parsed.title = inBrackets.title
    parsed.season ??= inBrackets.season
    parsed.episode ??= inBrackets.episode
    parsed.year ??= inBrackets.year
  }
  if (parsed.episode === null) {
    const loose = parseLooseNumber(parsed.title, folders)
    if (loose !== null) Object.assign(parsed, loose)
  }
  if (parsed.title === '' && folders.title === '') parsed.title = parseHead(after).title
  return parsed
}

/**
 * Parses the name and folders of a film or an episode, separated by `/` or `\`. Pure, and never throws: an unknown form
 * becomes a film with the file's name as its title.
 */
export function parseMediaName(relativePath: string): MediaName {
  const parts = pathParts(relativePath)
  const stem = withoutMediaExtension(parts.at(-1) ?? '')
  const folders = parseFolders(parts.slice(0, -1))
  const parsed = parseStem(stem, folders)
  const isNamedByFolder = parsed.title === ''
  const title = parsed.title || folders.title || cleanTitle(stem) || shortened(stem) || UNNAMED
  const belongs = isNamedByFolder || sameTitle(title, folders.title)
  const isEpisode = parsed.episode !== null
  return {
    title,
    season: isEpisode ? (parsed.season ?? folders.season) : null,
    episode: parsed.episode,
    part: isEpisode ? null : parsed.part,
    year: parsed.year ?? (belongs ? folders.year : null),
    quality: parseQuality(stem),
    kind: isEpisode ? 'episode' : 'film',
    languages: parseLanguages(stem.replace(title, ' ')),
  }
}
