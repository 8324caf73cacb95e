import type { MediaName } from '@yunmu/formats'
import { firstExtraLevel } from '@yunmu/contract/constants'
import { letterOf, normaliseTitle } from '@yunmu/zh'
import { episodeName, extraName, hasPart, levelOf } from './episode-level-rules.ts'

/** Where a file plays: the source of a title, and the episode number. */
export interface Slot {
  /** Key that identifies the title in the catalog. */
  origin: string
  source: string
  level: number
}

export interface NamedFile {
  path: string
  name: MediaName
  /** The current place of the file; null for a new file. */
  slot: Slot | null
}

/** Title and episode that a file becomes. */
export interface PlannedFile extends Slot {
  kind: TitleKind
  /** Whether it is a trailer or extra of the title instead of an episode. */
  isExtra: boolean
  titleName: string
  letter: string
  /** Names in other scripts, of all files of the title. */
  aliases: readonly string[]
  /** The name that all seasons share; empty for films. */
  series: string
  season: number
  year: number
  /** Whether a film is divided over several files. */
  isInParts: boolean
  episodeName: string
}

export type TitleKind = 'film' | 'episode'

interface Key {
  kind: TitleKind
  season: number
  title: string
}

const chineseDigits = [...'零一二三四五六七八九']
const originForm = /^file:(film|episode):(\d+):(\d*):(.*)$/s
/** The source of trailers and extras. */
export const extrasSource = '花絮'

const isSide = ({ kind }: MediaName): boolean => kind === 'extra' || kind === 'trailer'
const keyOf = ({ kind, season, title }: MediaName): Key => ({
  kind: kind === 'film' ? 'film' : 'episode',
  season: kind === 'special' ? 0 : kind === 'film' ? 0 : (season ?? 1),
  title: normaliseTitle(title),
})
/** The origin that an import gives a film, or a season of a series. */
export const originOfTitle = ({ title, year, ...key }: Key & { year: number }): string =>
  originOf({ ...key, title: normaliseTitle(title) }, year)
const baseOf = ({ kind, season, title }: Key): string => JSON.stringify([kind, season, title])
const originOf = ({ kind, season, title }: Key, year: number): string =>
  `file:${kind}:${season}:${year > 0 ? year : ''}:${title}`

/** The years stated for each title, by new files and by titles that were imported before. */
function statedYears(files: readonly NamedFile[], taken: readonly Slot[]): Map<string, Set<number>> {
  const years = new Map<string, Set<number>>()
  const add = (base: string, year: number): void => {
    if (year > 0) years.set(base, (years.get(base) ?? new Set()).add(year))
  }
  for (const { origin } of taken) {
    const [, kind, season, year, title] = originForm.exec(origin) ?? []
    if ((kind === 'film' || kind === 'episode') && title !== undefined) {
      add(baseOf({ kind, season: Number(season), title }), Number(year))
    }
  }
  for (const { name } of files) if (!isSide(name)) add(baseOf(keyOf(name)), name.year ?? 0)
  return years
}

/**
 * The year in the origin of a file's title; 0 for none. Titles with equal names and several years are remakes; if only
 * one year is stated, files with and without it belong together.
 */
function yearOf(name: MediaName, stated: ReadonlySet<number>, isTaken: (year: number) => boolean): number {
  const [only = 0] = stated.size === 1 ? stated : []
  if (name.year === null) return isTaken(0) ? 0 : only
  return only > 0 && isTaken(0) && !isTaken(name.year) ? 0 : name.year
}

/** `剧名 第二季`; the first season is named like the series. */
export function seasonName(series: string, season: number): string {
  if (season === 0) return `${series} 特别篇`
  if (season === 1) return series
  if (season > 99) return `${series} 第${season}季`
  const tens = Math.floor(season / 10)
  const written = `${tens > 1 ? chineseDigits[tens] : ''}${tens > 0 ? '十' : ''}${season % 10 > 0 ? chineseDigits[season % 10] : ''}`
  return `${series} 第${written}季`
}

const sourceName = (number: number): string => (number === 1 ? '本站' : `本站${number}`)
const qualityNames: Readonly<Record<string, string>> = { '4320p': '8K', '2160p': '4K' }
const positionOfQuality = /^(?:8K|4K|\d{3,4}P)$/u

/** Position of a source among those of its title. */
export function sourcePosition(source: string): number {
  if (source === extrasSource) return 1000
  return positionOfQuality.test(source) ? 10 : Number(source.slice('本站'.length) || 1)
}

/**
 * The source of a further file of an episode: it is called by its resolution if that is known, because viewers choose by it.
 */
function freeSource(quality: string | null, isFree: (source: string) => boolean): string {
  const named = quality === null ? [] : [qualityNames[quality] ?? quality.toUpperCase()]
  const first = [sourceName(1), ...named].find(isFree)
  if (first !== undefined) return first
  let number = 2
  while (!isFree(sourceName(number))) number += 1
  return sourceName(number)
}

/** What is known while files are planned, in order. */
interface Planning {
  years: Map<string, Set<number>>
  origins: Set<string>
  /** Places that are taken, as text. */
  used: Set<string>
  /** The name of each title, by origin: that of its first file. */
  titles: Map<string, string>
  withParts: Set<string>
  aliases: Map<string, Set<string>>
  planned: Map<string, PlannedFile>
}

const placeOf = ({ origin, source, level }: Slot): string => JSON.stringify([origin, level, source])

/**
 * Assigns every file to a source and episode. Files that have one keep it; a second file of the same episode becomes
 * another source. Trailers and extras go to the title of that name that has episodes, if there is one.
 * @param taken the slots of all files that were imported before
 */
export function planTitles(files: readonly NamedFile[], taken: readonly Slot[]): Map<string, PlannedFile> {
  const planning: Planning = {
    years: statedYears(files, taken),
    origins: new Set(taken.map(({ origin }) => origin)),
    used: new Set(taken.map(placeOf)),
    titles: new Map(),
    withParts: new Set(taken.flatMap(({ origin, level }) => (hasPart(level) ? [origin] : []))),
    aliases: new Map(),
    planned: new Map(),
  }
  const main = files.filter(({ name }) => !isSide(name))
  for (const file of main) noteTitle(file, planning)
  for (const file of main) planMain(file, planning)
  for (const kind of ['trailer', 'extra'])
    for (const file of files) if (file.name.kind === kind) planExtra(file, planning)
  return planning.planned
}

function originOfFile({ name, slot }: NamedFile, { years, origins }: Planning): { origin: string; year: number } {
  const key = keyOf(name)
  const stated = years.get(baseOf(key)) ?? new Set()
  const year = yearOf(name, stated, (each) => origins.has(originOf(key, each)))
  return { origin: slot?.origin ?? originOf(key, year), year: stated.size === 1 ? ([...stated][0] ?? 0) : year }
}

/** Collects what the files of a title say together: other names, and whether episodes have parts. */
function noteTitle(file: NamedFile, planning: Planning): void {
  const { origin } = originOfFile(file, planning)
  const { aliases, part, kind } = file.name
  planning.aliases.set(origin, new Set([...(planning.aliases.get(origin) ?? []), ...aliases]))
  if (part !== null && kind !== 'film') planning.withParts.add(origin)
}

function planMain(file: NamedFile, planning: Planning): void {
  const { path, name, slot } = file
  const { origin, year } = originOfFile(file, planning)
  const { kind, season } = keyOf(name)
  const isFreeAt = (level: number) => (source: string) => !planning.used.has(placeOf({ origin, level, source }))
  let level = slot?.level ?? levelOf(name, planning.withParts.has(origin))
  if (level === null) for (level = 1; !isFreeAt(level)(sourceName(1));) level += 1
  const source = slot?.source ?? freeSource(name.quality, isFreeAt(level))
  planning.used.add(placeOf({ origin, level, source }))
  const series = planning.titles.get(origin) ?? name.title
  planning.titles.set(origin, series)
  planning.planned.set(path, {
    origin,
    source,
    level,
    isExtra: false,
    episodeName: episodeName(name, level),
    isInParts: kind === 'film' && name.part !== null,
    ...titleFields({ kind, season, title: series }, year, planning, origin),
  })
}

const titleFields = ({ kind, season, title }: Key, year: number, { aliases }: Planning, origin: string) => ({
  kind,
  season,
  year,
  titleName: kind === 'episode' ? seasonName(title, season) : title,
  letter: letterOf(title),
  series: kind === 'episode' ? title : '',
  aliases: [...(aliases.get(origin) ?? [])],
})

/** The title that an extra belongs to: of its name, of its season or year if they are stated, series before films. */
function ownerOf(
  { name }: NamedFile,
  { planned, origins }: Planning,
): { origin: string; key: Key; year: number } | null {
  const title = normaliseTitle(name.title)
  const known = [...new Set([...[...planned.values()].map(({ origin }) => origin), ...origins])].flatMap((origin) => {
    const [, kind, season, year, named] = originForm.exec(origin) ?? []
    if (named !== title || (kind !== 'film' && kind !== 'episode')) return []
    const key: Key = { kind, season: Number(season), title: name.title }
    return [{ origin, year: Number(year), key }]
  })
  const fit = ({ key, year }: (typeof known)[number]): number =>
    (name.season !== null && key.kind === 'episode' && key.season === name.season ? 8 : 0) +
    (name.year !== null && year === name.year ? 4 : 0) +
    (key.kind === 'episode' && key.season === 1 ? 2 : 0) +
    (key.season === 0 && key.kind === 'episode' ? 0 : 1)
  return known.toSorted((one, other) => fit(other) - fit(one))[0] ?? null
}

function planExtra(file: NamedFile, planning: Planning): void {
  const { path, name, slot } = file
  const owner = ownerOf(file, planning) ?? newOwner(name)
  const origin = slot?.origin ?? owner.origin
  let level = slot?.level ?? firstExtraLevel
  if (slot === null) while (planning.used.has(placeOf({ origin, level, source: extrasSource }))) level += 1
  planning.used.add(placeOf({ origin, level, source: extrasSource }))
  const title = planning.titles.get(origin) ?? owner.key.title
  planning.planned.set(path, {
    origin,
    source: extrasSource,
    level,
    isExtra: true,
    isInParts: false,
    episodeName: extraName(name),
    ...titleFields({ ...owner.key, title }, owner.year, planning, origin),
  })
}

/** A trailer may come before what it is of. */
function newOwner(name: MediaName): { origin: string; key: Key; year: number } {
  const isEpisode = name.season !== null || name.episode !== null
  const key: Key = {
    kind: isEpisode ? 'episode' : 'film',
    season: isEpisode ? (name.season ?? 1) : 0,
    title: name.title,
  }
  const year = name.year ?? 0
  return { origin: originOf({ ...key, title: normaliseTitle(name.title) }, year), key, year }
}
