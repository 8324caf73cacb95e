import type { MediaName } from '@yunmu/formats'
import { letterOf, normaliseTitle } from '@yunmu/zh'

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
  kind: MediaName['kind']
  titleName: string
  letter: string
  /** The name that all seasons share; empty for films. */
  series: string
  season: number
  year: number
  episodeName: string
}

interface Key {
  kind: MediaName['kind']
  season: number
  title: string
}

const chineseDigits = [...'零一二三四五六七八九']
const originForm = /^file:(film|episode):(\d+):(\d*):(.*)$/s

/** Larger numbers are dates such as 20240501. */
const smallestDate = 10_000_000

const keyOf = ({ kind, season, title }: MediaName): Key => ({
  kind,
  season: kind === 'episode' ? (season ?? 1) : 0,
  title: normaliseTitle(title),
})
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
  for (const { name } of files) add(baseOf(keyOf(name)), name.year ?? 0)
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

/** E.g. `第3集`, `20240501期`, `正片`, `第2部分`. */
export function episodeName({ kind, part }: Pick<MediaName, 'kind' | 'part'>, level: number): string {
  if (kind === 'film') return part === null ? '正片' : `第${level}部分`
  return level >= smallestDate ? `${level}期` : `第${level}集`
}

/**
 * The remarks on a poster: the latest episode of a series, or the resolution of a film. A later episode without the ones
 * before it is named itself.
 */
export function remarksOf(kind: MediaName['kind'], levels: ReadonlySet<number>, lines: number): string {
  if (kind === 'film') return lines >= 2160 ? '4K' : `${lines}P`
  const level = Math.max(...levels)
  if (levels.size === 1 && level > 1) return episodeName({ kind, part: null }, level)
  return level >= smallestDate ? `更新至${level}期` : `更新至${level}集`
}

const sourceName = (number: number): string => (number === 1 ? '本站' : `本站${number}`)

/** Position of a source among those of its title. */
export const sourcePosition = (source: string): number => Number(source.slice('本站'.length) || 1)

/**
 * Assigns every file to a source and episode. Files that have one keep it; a second file of the same episode becomes
 * another source.
 * @param taken the slots of all files that were imported before
 */
export function planTitles(files: readonly NamedFile[], taken: readonly Slot[]): Map<string, PlannedFile> {
  const years = statedYears(files, taken)
  const origins = new Set(taken.map(({ origin }) => origin))
  const placeOf = ({ origin, source, level }: Slot): string => JSON.stringify([origin, level, source])
  const used = new Set(taken.map(placeOf))
  const titles = new Map<string, string>()
  const planned = new Map<string, PlannedFile>()
  for (const { path, name, slot } of files) {
    const key = keyOf(name)
    const { kind, season } = key
    const stated = years.get(baseOf(key)) ?? new Set()
    const year = yearOf(name, stated, (each) => origins.has(originOf(key, each)))
    const origin = slot?.origin ?? originOf(key, year)
    const level = slot?.level ?? (kind === 'episode' ? (name.episode ?? 1) : (name.part ?? 1))
    let number = 1
    while (slot === null && used.has(placeOf({ origin, level, source: sourceName(number) }))) number += 1
    const source = slot?.source ?? sourceName(number)
    used.add(placeOf({ origin, level, source }))
    const series = titles.get(origin) ?? name.title
    titles.set(origin, series)
    planned.set(path, {
      origin,
      source,
      level,
      kind,
      season,
      year: stated.size === 1 ? ([...stated][0] ?? 0) : year,
      titleName: kind === 'episode' ? seasonName(series, season) : series,
      letter: letterOf(series),
      series: kind === 'episode' ? series : '',
      episodeName: episodeName(name, level),
    })
  }
  return planned
}
