import { parseNumber } from './chinese-number.ts'
import { kindOfWhole, previewedEpisode, type KindMark } from './name-kinds.ts'
import { findDate, findEpisode, findSeason, findSeasonBesideEpisode, withoutPacks } from './name-marks.ts'
import { isNoise } from './name-noise.ts'
import { BEFORE_SEASON, hasCjk, hasLetter, splitNames } from './name-title.ts'

/** A text in square brackets, with its place in the name. */
export interface Group {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface GroupMarks {
  season: number | null
  episode: number | null
  last: number | null
  part: number | null
  year: number | null
  kind: Omit<KindMark, 'start' | 'end'> | null
  /** The bracket with the episode. */
  episodeGroup: Group | null
  /** Brackets that are neither marks nor descriptions. */
  names: Group[]
}

/** The text outside brackets, with spaces in their place, and the texts inside them. */
export function splitBrackets(text: string): { outside: string; groups: Group[] } {
  const groups: Group[] = []
  const outside = text.replace(/\[([^[\]]*)\]/gu, (whole, inner: string, start: number) => {
    groups.push({ text: inner.trim(), start, end: start + whole.length })
    return ' '.repeat(whole.length)
  })
  return { outside, groups }
}

const FANSUB =
  /字幕|压制|汉化|工作室|家园|论坛|raws?$|subs?$|studio|fansub|百合组|学园|枫雪|人人影视|奶茶|喵萌|动漫国|^(?:DMG|ANi|CASO|DMHY|SOSG)$/iu
const NUMBER_ALONE = /^(?!(?:19\d\d|20[0-3]\d)$)(\d{1,4}(?:\.5)?)(?:v\d)?[ _]?(?:\(?(?:end|完|fin|终)\)?)?$/iu
const YEAR = /^(?:19\d\d|20[0-3]\d)$/u
const NEW_PROGRAMME = /^(?:\d{1,2}月新?番|新番)$/u
const THEATRE = '剧场版'

function readGroup(group: Group, marks: GroupMarks): boolean {
  const text = withoutPacks(group.text).trim()
  const kind = kindOfWhole(text)
  const previewed = previewedEpisode(text)
  const number = NUMBER_ALONE.exec(text)
  if (kind !== null) marks.kind ??= kind
  else if (previewed !== null) {
    marks.kind ??= { kind: 'trailer', number: null }
    marks.episode ??= previewed
  } else if (YEAR.test(text)) marks.year ??= Number(text)
  else if (number !== null) setEpisode(marks, Number(number[1]), group)
  else if (/^[上中下]$/u.test(text)) marks.part ??= '上中下'.indexOf(text) + 1
  else return readMarks(group, text, marks)
  return true
}

function setEpisode(marks: GroupMarks, episode: number, group: Group): void {
  if (marks.episode !== null) return
  marks.episode = episode
  marks.episodeGroup = group
}

/** Episode, date or season that is all that a bracket says, or that is beside a name in it. */
function readMarks(group: Group, text: string, marks: GroupMarks): boolean {
  const date = findDate(text)
  const episode = findEpisode(text)
  const cd = /^(?:cd|dis[ck])(\d)$/iu.exec(text)
  if (cd !== null) marks.part ??= Number(cd[1])
  else if (episode !== null && episode.start === 0) {
    setEpisode(marks, episode.episode, group)
    marks.season ??= episode.season
    marks.last ??= episode.last
    marks.part ??= episode.part
  } else if (date !== null && date.start === 0) setEpisode(marks, date.date, group)
  else {
    const season = findSeason(text)
    if (season === null || season.start > 0) return false
    marks.season ??= season.season
  }
  return true
}

/** What all brackets of a name say. */
export function parseGroups(groups: readonly Group[]): GroupMarks {
  const marks: GroupMarks = {
    season: null,
    episode: null,
    last: null,
    part: null,
    year: null,
    kind: null,
    episodeGroup: null,
    names: [],
  }
  for (const group of groups) {
    if (readGroup(group, marks) || isNoise(group.text) || NEW_PROGRAMME.test(group.text)) continue
    if (withoutPacks(group.text).trim() !== '' && !/^\d+-\d+$/u.test(group.text)) marks.names.push(group)
  }
  return marks
}

/**
 * `[字幕组][片名][Title][03]`: the title is the first Chinese bracket after the group's name, or the second bracket;
 * the others are other names.
 */
export function bracketNames(groups: readonly Group[]): { title: string; aliases: string[]; season: number | null } {
  const { names } = parseGroups(groups)
  const texts = names.map(({ text }) => text)
  const isGroup = (text: string, at: number): boolean => at === 0 && texts.length > 1 && isFansub(text, texts[1] ?? '')
  const candidates = texts.filter((text, at) => !isGroup(text, at) && text !== THEATRE)
  const chosen = candidates.find(hasCjk) ?? candidates.find(hasLetter) ?? texts[0] ?? ''
  const season = findSeason(chosen) ?? findSeasonBesideEpisode(chosen)
  const named = splitNames(
    season !== null && season.start > 0 ? chosen.slice(0, season.start).replace(BEFORE_SEASON, '') : chosen,
  )
  const others = candidates.filter((text) => text !== chosen)
  const theatre = texts.includes(THEATRE) && named.title !== '' ? [THEATRE, ...others.filter(hasCjk)] : []
  return {
    title: [named.title, ...theatre].join(' '),
    aliases: [...named.aliases, ...others.filter((text) => hasCjk(named.title) && !hasCjk(text) && hasLetter(text))],
    season: season?.season ?? null,
  }
}

/** Whether a bracket says that it is the name of a group. */
export const saysGroup = (text: string): boolean => FANSUB.test(text)

/** Whether the first bracket is a group's name: it says so, or it is followed by another name. */
function isFansub(text: string, next: string): boolean {
  return FANSUB.test(text) || hasCjk(next) || !hasCjk(text)
}

/** Bare numbers outside brackets: `[片名]12`. */
export const numberAlone = (text: string): number | null => {
  const match = NUMBER_ALONE.exec(text.trim())
  return match === null
    ? parseNumber(/^(?=.*十)[一二三四五六七八九十百零]{1,5}$/u.exec(text.trim())?.[0] ?? '')
    : Number(match[1])
}
