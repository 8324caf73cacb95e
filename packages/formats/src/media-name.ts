import { pathParts, withoutMediaExtension } from './file-path.ts'
import { bracketNames, numberAlone, parseGroups, saysGroup, splitBrackets, type GroupMarks } from './name-brackets.ts'
import { parseFolders, type FolderMetadata } from './name-folders.ts'
import { findKind, type KindMark, type SideKind } from './name-kinds.ts'
import { looseNumber } from './name-loose.ts'
import {
  findDate,
  findEpisode,
  findPart,
  findSeason,
  findSeasonBesideEpisode,
  findYear,
  withoutPacks,
  type EpisodeMark,
  type Mark,
} from './name-marks.ts'
import { matchName } from './name-match.ts'
import { noiseStart, parseLanguages, parseQuality, withoutVersions } from './name-noise.ts'
import { preparedName } from './name-text.ts'
import { BEFORE_SEASON, cleanTitle, hasCjk, hasLetter, shortened, splitNames, type Names } from './name-title.ts'

/** Metadata parsed from a file's name and folders. */
export interface MediaName {
  /** Never empty, at most 200 characters, NFKC, white space collapsed; the same for all episodes of a series. */
  readonly title: string
  /** Names in other scripts beside the title. */
  readonly aliases: readonly string[]
  /** 0 for specials of a series. */
  readonly season: number | null
  /** A date such as `20240501` for programmes that are named by date; 12.5 for a special between two episodes. */
  readonly episode: number | null
  /** The last episode of a file that has several. */
  readonly lastEpisode: number | null
  /** Part of a film or episode that is divided over several files: 1 to 9, where 上 is 1, 中 is 2 and 下 is 3. */
  readonly part: number | null
  /** Whether the parts are called 上, 中 and 下. */
  readonly isHalf: boolean
  /** What the episode is called: 期 of variety shows, 集 of others. */
  readonly unit: '集' | '期'
  /** Year of release. */
  readonly year: number | null
  /** E.g. `1080p`. */
  readonly quality: string | null
  readonly kind: 'film' | 'episode' | SideKind
  /** The number of an extra or trailer: 花絮2. */
  readonly number: number | null
  /** What the file's own name says of an extra, trailer or special; empty otherwise. */
  readonly label: string
  /** Spoken languages named in the file name, BCP 47. */
  readonly languages: readonly string[]
}

interface ParsedName {
  title: string
  aliases: readonly string[]
  season: number | null
  episode: number | null
  last: number | null
  part: number | null
  isHalf: boolean
  year: number | null
  kind: Omit<KindMark, 'start' | 'end'> | null
}

const UNNAMED = '未命名'
const CREDITS = / 主演:?.*$/u

const blank = (text: string, mark: Mark | null): string =>
  mark === null ? text : text.slice(0, mark.start) + ' '.repeat(mark.end - mark.start) + text.slice(mark.end)

interface Marks {
  episode: EpisodeMark | null
  date: ReturnType<typeof findDate>
  season: ReturnType<typeof findSeason>
  kind: KindMark | null
  part: ReturnType<typeof findPart>
  year: ReturnType<typeof findYear>
}

/** All marks outside brackets. Each is searched where no other was found. */
function findMarks(text: string, groups: GroupMarks): Marks {
  const kind = findKind(text)
  let rest = blank(text, kind)
  const date = findDate(rest)
  rest = blank(rest, date)
  const episode = findEpisode(rest)
  rest = blank(rest, episode)
  const isEpisode = episode !== null || groups.episode !== null
  const season =
    findSeason(rest) ?? (isEpisode && (episode?.season ?? null) === null ? findSeasonBesideEpisode(rest) : null)
  rest = blank(rest, season)
  const part = isEpisode || date !== null ? null : findPart(rest)
  rest = blank(rest, part)
  const start = Math.min(...[date?.start, episode?.start].filter((at) => at !== undefined), text.length)
  return { episode, date, season, kind, part, year: yearBeside(rest, start, date !== null, groups) }
}

/** The year before an episode or date, or after an episode. */
function yearBeside(text: string, start: number, isDate: boolean, groups: GroupMarks): Marks['year'] {
  const head = text.slice(0, start)
  const isTitleInGroup = groups.names.length > 0 && !/\p{L}/u.test(head.slice(0, noiseStart(head)))
  const before = findYear(head, isTitleInGroup)
  if (before !== null || isDate || start === text.length) return before
  const after = text.slice(start)
  const later = findYear(after.slice(0, noiseStart(after)), true)
  return later === null ? null : { ...later, start: later.start + start, end: later.end + start }
}

interface Segment {
  readonly text: string
  readonly start: number
}

/** The texts between marks, before the description of the file. */
function segmentsOf(text: string, marks: readonly (Mark | null)[], until: number): Segment[] {
  const sorted = marks.filter((mark) => mark !== null).toSorted((one, other) => one.start - other.start)
  const segments: Segment[] = []
  let at = 0
  for (const { start, end } of [...sorted, { start: until, end: until }]) {
    if (start > at) segments.push({ text: text.slice(at, Math.min(start, until)), start: at })
    at = Math.max(at, end)
    if (at >= until) break
  }
  return segments.filter((segment) => hasLetter(segment.text))
}

/** Title and other names from the texts between the marks. */
function namesOf(text: string, marks: Marks, groups: GroupMarks): Names & { isAfterEpisode: boolean } {
  const { episode, date, season, kind, part, year } = marks
  const all = [episode, date, season, kind, part, year, groups.episodeGroup]
  const trimmed = text.replace(CREDITS, (rest) => ' '.repeat(rest.length))
  const masked = all.reduce((rest: string, mark) => blank(rest, mark), trimmed)
  const [first, second] = segmentsOf(trimmed, all, noiseStart(masked))
  if (first === undefined) return { title: '', aliases: [], isAfterEpisode: false }
  const starts = [episode?.start, groups.episodeGroup?.start].filter((at) => at !== undefined)
  const isAfterEpisode = starts.some((at) => first.start >= at)
  const isBeforeSeason = season !== null || kind?.kind === 'special'
  const names = splitNames(isBeforeSeason ? first.text.replace(BEFORE_SEASON, '') : first.text)
  return { ...names, ...namesBeside(names, second, marks), isAfterEpisode }
}

/** `剧名 第二季 Title S02E01` and `Title 2018 片名`: a name in another script on the other side of a mark. */
function namesBeside(names: Names, second: Segment | undefined, { season, episode, year }: Marks): Partial<Names> {
  if (second === undefined) return {}
  const other = cleanTitle(second.text)
  const isBeforeEpisode = (episode?.start ?? 0) > second.start
  if (season !== null && second.start === season.end && isBeforeEpisode && hasCjk(names.title) && !hasCjk(other)) {
    return /\p{L}{2}/u.test(other) ? { aliases: [...names.aliases, other] } : {}
  }
  const isChineseAfterYear = episode === null && second.start === year?.end && hasCjk(other) && !hasCjk(names.title)
  return isChineseAfterYear ? { title: other, aliases: [names.title] } : {}
}

/** A date says which issue it is, unless the season does. */
function episodeOf({ episode, date, season }: Marks, groups: GroupMarks, folders: FolderMetadata) {
  const hasSeason = (episode?.season ?? season?.season ?? groups.season ?? folders.season) !== null
  if (date !== null && (episode === null || (episode.isIssue && !hasSeason))) {
    return { episode: date.date, last: null, part: date.part ?? episode?.part ?? null }
  }
  if (episode !== null) return { episode: episode.episode, last: episode.last, part: episode.part }
  return { episode: groups.episode, last: groups.last, part: groups.part }
}

function parseStem(stem: string, folders: FolderMetadata): ParsedName {
  const { outside, groups } = splitBrackets(withoutPacks(stem))
  const inGroups = parseGroups(groups)
  const text = withoutVersions(outside.replace(/\s+$/u, ''))
  const marks = findMarks(text, inGroups)
  const { isAfterEpisode, ...names } = namesOf(text, marks, inGroups)
  const numbers = episodeOf(marks, inGroups, folders)
  const named = inGroups.names.filter((group) => !saysGroup(group.text))
  const isEpisodeTitle = isAfterEpisode && (folders.title !== '' || named.length > 0)
  const isOrder = folders.title !== '' && numberAlone(names.title) !== null && numbers.episode !== null
  const parsed: ParsedName = {
    ...(isEpisodeTitle || isOrder || !hasLetter(names.title) ? { title: '', aliases: [] } : names),
    season: marks.episode?.season ?? marks.season?.season ?? inGroups.season,
    ...numbers,
    part: numbers.part ?? marks.part?.part ?? inGroups.part,
    isHalf: /[上中下]/u.test(stem),
    year: marks.year?.year ?? inGroups.year,
    kind: marks.kind ?? inGroups.kind,
  }
  applyLooseNumber(parsed, { text, marks, groups: inGroups, hasGroup: groups.length > 0 }, folders)
  applyGroups(parsed, bracketNames(groups), named.length > 0 && !isAfterEpisode)
  if (parsed.title === '' && folders.title === '' && marks.year !== null && marks.episode?.start === 0) {
    Object.assign(parsed, { title: cleanTitle(text.slice(0, marks.year.start)), episode: null })
  }
  return parsed
}

/** Takes title and season from the brackets where the text outside has none, or only its Latin name. */
function applyGroups(parsed: ParsedName, named: ReturnType<typeof bracketNames>, isBefore: boolean): void {
  parsed.season ??= named.season
  const isNumber = numberAlone(parsed.title) !== null && parsed.episode !== null && hasCjk(named.title)
  const isMissing = parsed.title === '' || isNumber
  if (isMissing && hasLetter(named.title)) Object.assign(parsed, { title: named.title, aliases: named.aliases })
  else if (isBefore && hasCjk(named.title) && !hasCjk(parsed.title)) {
    Object.assign(parsed, { title: named.title, aliases: [parsed.title, ...parsed.aliases] })
  }
}

/** The order that films have in the folder of a collection: `05 活着`. */
const ORDER = /^(?:(19\d\d|20[0-3]\d)年?|\d{1,3})[.、 _-]*(?=\p{Script=Han})/u

/** Takes a number that is an episode because of its place. */
function applyLooseNumber(
  parsed: ParsedName,
  { text, marks, groups, hasGroup }: { text: string; marks: Marks; groups: GroupMarks; hasGroup: boolean },
  folders: FolderMetadata,
): void {
  const isInCollection = folders.isCollection || (parsed.year !== null && folders.title !== '')
  if (isInCollection && parsed.episode === null && /^\d{1,3}[.、 _-]|^\d{4}年?/u.test(parsed.title)) {
    const order = ORDER.exec(parsed.title)
    const isTitled = order !== null && (folders.isCollection || /[.、 _-]$/u.test(order[0]))
    if (isTitled) parsed.title = parsed.title.slice(order[0].length)
    if (isTitled && order[1] !== undefined) parsed.year ??= Number(order[1])
    return
  }
  if (parsed.episode !== null || parsed.part !== null || (parsed.kind !== null && parsed.kind.number !== null)) return
  if (parsed.kind !== null && parsed.kind.kind !== 'special' && folders.kind === null) return
  const loose = looseNumber(text, {
    title: parsed.title,
    folders,
    season: parsed.season ?? folders.season,
    seasonEnd: marks.season?.end ?? null,
    hasYear: parsed.year !== null,
    hasGroup,
    isTitledByGroup: groups.names.length > 0,
  })
  if (loose === null) return
  const { title, ...numbers } = loose
  Object.assign(parsed, numbers)
  if (title === null) return
  const season = findSeasonBesideEpisode(title)
  parsed.season ??= season?.season ?? null
  Object.assign(parsed, splitNames(season === null ? title : title.slice(0, season.start)))
}

const sameTitle = (one: string, other: string): boolean => one !== '' && one.toLowerCase() === other.toLowerCase()

/** The kind of a file from its name and folders, and its season: specials are season 0. */
function kindOf(parsed: ParsedName, folders: FolderMetadata): Pick<MediaName, 'kind' | 'season' | 'number'> {
  const season = parsed.season ?? folders.season
  const isBetween = parsed.episode !== null && !Number.isInteger(parsed.episode)
  const stated = parsed.kind?.kind ?? folders.kind ?? (season === 0 || isBetween ? 'special' : null)
  if (stated === null) return { kind: parsed.episode === null ? 'film' : 'episode', season, number: null }
  return { kind: stated, season: stated === 'special' ? 0 : season, number: parsed.kind?.number ?? null }
}

/**
 * Parses the name and folders of a film or an episode, separated by `/` or `\`. Pure, and never throws: an unknown form
 * becomes a film with the file's name as its title.
 */
export function parseMediaName(relativePath: string): MediaName {
  const parts = pathParts(relativePath)
  const stem = withoutMediaExtension(withoutMediaExtension(parts.at(-1) ?? ''))
  const folders = parseFolders(parts.slice(0, -1))
  const prepared = preparedName(stem, false)
  const match = matchName(prepared)
  const parsed = match === null ? parseStem(prepared, folders) : { ...emptyName, ...match }
  const { kind, season, number } = kindOf(parsed, folders)
  const isSide = kind !== 'film' && kind !== 'episode'
  const takesFolder = parsed.title === '' || (folders.kind !== null && folders.title !== '')
  const title =
    (takesFolder ? folders.title : parsed.title) || parsed.title || cleanTitle(stem) || shortened(stem) || UNNAMED
  const belongs = takesFolder || sameTitle(title, folders.title)
  const isSpecial = kind === 'special'
  const isNumbered =
    isSide && !isSpecial && folders.kind !== null && parsed.kind === null && !/[集话話期回]|ep?\d/iu.test(stem)
  return {
    title,
    aliases: [...new Set(takesFolder ? [] : parsed.aliases)].filter((alias) => alias !== title),
    season: kind === 'film' ? null : season,
    episode: isSpecial ? (parsed.episode ?? number) : isNumbered ? null : parsed.episode,
    lastEpisode: parsed.last,
    part: parsed.part,
    isHalf: parsed.isHalf,
    unit: unitOf(stem),
    year: parsed.year ?? (belongs ? folders.year : null),
    quality: parseQuality(stem),
    kind,
    number: isSpecial ? null : (number ?? (isNumbered ? parsed.episode : null)),
    label: isSide ? labelOf(prepared, title) : '',
    languages: parseLanguages(stem.replace(title, ' ')),
  }
}

const unitOf = (stem: string): MediaName['unit'] => (/[\d一二三四五六七八九十] ?期/u.test(stem) ? '期' : '集')

const emptyName: ParsedName = {
  title: '',
  aliases: [],
  season: null,
  episode: null,
  last: null,
  part: null,
  isHalf: false,
  year: null,
  kind: null,
}

/** What a file calls itself besides its title: 预告2, 花絮 王家卫说戏, 宝总的一天. */
function labelOf(prepared: string, title: string): string {
  const { outside, groups } = splitBrackets(prepared)
  const text = outside.slice(0, noiseStart(outside))
  const own = cleanTitle(
    text.replace(title, ' ').replace(/[[(](?:19|20)\d\d[\])]|第[^第季]{1,4}季|S\d{1,2}(?!\d)/gu, ' '),
  )
  const named = groups.map(({ text: group }) => group).find((group) => findKind(` ${group}`) !== null)
  return hasLetter(own) ? own : (named ?? '')
}
