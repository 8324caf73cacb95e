import type { ProvideCategory, ProvideFilter, ProvideVod, PlayGroup } from '@yunmu/formats'
import { provideVod } from '@yunmu/formats'
import type { ProvidedCategory, ProvidedProgress, ProvidedTitle } from './provide-needs.ts'

/** The collection interface: parameters as other programs send them, and rows as they read them. */

export interface ProvideQuery {
  isXml: boolean
  /** Whether all columns and addresses are asked for; otherwise a list with categories. */
  isDetailed: boolean
  page: number
  size: number
  typeId: number
  /** Null if ids were not asked for. */
  ids: readonly number[] | null
  word: string
  hours: number
  isEnded: boolean | null
  /** Codes of players; empty is all. */
  from: readonly string[]
  isAscending: boolean
  area: string
  genre: string
  lang: string
  letter: string
  year: string
}

const provideBounds = {
  defaultSize: 20,
  maxSize: 100,
  maxIds: 100,
  maxPage: 100_000,
  maxHours: 100_000,
  word: 100,
} as const

const whole = (text: string | undefined, min: number, max: number, otherwise: number): number => {
  const number = Number(/^\s*(\d{1,10})/.exec(text ?? '')?.[1] ?? otherwise)
  return number < min ? otherwise : Math.min(number, max)
}

const line = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, provideBounds.word)

/** Filters of television boxes: `f={"area":"内地"}`. Parameters of the same names take precedence over them. */
function filtersIn(text: string | undefined): Readonly<Record<string, string>> {
  if (text === undefined || text.length > 2000) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => (typeof each === 'string' ? [[key, each]] : [])),
    )
  } catch {
    return {}
  }
}

/** Pairs of an address: `/at/xml/pg/2`. */
export function pathPairs(path: string): [string, string][] {
  const parts = path.split('/').filter((part) => part !== '')
  const decoded = parts.map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return ''
    }
  })
  return decoded.flatMap((key, at): [string, string][] => (at % 2 === 0 ? [[key, decoded[at + 1] ?? '']] : []))
}

/** Parses parameters. What is unknown is ignored, and what cannot be read counts as absent: no client shows errors. */
export function parseProvideQuery(pairs: Iterable<readonly [string, string]>): ProvideQuery {
  const given: Partial<Record<string, string>> = Object.fromEntries([...pairs].slice(0, 100))
  const filters = { ...filtersIn(given.f), ...given }
  const ids = given.ids === undefined || given.ids.trim() === '' ? null : given.ids.slice(0, 2000).split(',')
  return {
    isXml: given.at === 'xml',
    isDetailed: given.ac === 'detail' || given.ac === 'videolist',
    page: whole(given.pg, 1, provideBounds.maxPage, 1),
    size: whole(given.pagesize, 1, provideBounds.maxSize, provideBounds.defaultSize),
    typeId: whole(given.t, 1, 2_147_483_647, 0),
    ids:
      ids &&
      [...new Set(ids.slice(0, provideBounds.maxIds).map((id) => whole(id, 1, 2_147_483_647, 0)))].filter(
        (id) => id > 0,
      ),
    word: line(given.wd),
    hours: whole(given.h, 1, provideBounds.maxHours, 0),
    isEnded: given.isend === '1' ? true : given.isend === '0' ? false : null,
    from: line(given.from)
      .split(',')
      .filter((code) => code !== ''),
    isAscending: given.sort_direction?.toLowerCase() === 'asc',
    area: line(filters.area),
    genre: line(filters.class),
    lang: line(filters.lang),
    letter: line(filters.letter),
    year: line(filters.year),
  }
}

const playerCode = /^yunmu([2-9]|[1-9]\d)?$/

/** The code of the player of a source, by its position from 1. */
const codeOf = (position: number): string => (position === 1 ? 'yunmu' : `yunmu${position}`)

/** The position of the source that a code stands for; null for the code of another player. */
export function positionOf(code: string): number | null {
  const match = playerCode.exec(code)
  return match ? Number(match[1] ?? 1) : null
}

/** Whether no more episodes follow, as far as the station knows. */
export function isEnded({
  totalEpisodes,
  serial,
  state,
}: Pick<ProvidedProgress, 'totalEpisodes' | 'serial' | 'state'>): boolean {
  if (totalEpisodes > 0) return serial >= totalEpisodes
  return serial > 0 && /完结|全集|全\d+|正片|完/.test(state)
}

/** `第03集`, unless the episode has a name. */
const episodeName = ({ level, name }: { level: number; name: string }): string =>
  name === '' ? `第${String(level).padStart(2, '0')}集` : name

/** The play groups of a title's own sources. Addresses lead to what a visitor may play at that time. */
export function groupsOf({ id, sources }: Pick<ProvidedTitle, 'id' | 'sources'>, origin: string): PlayGroup[] {
  return sources.map((source) => ({
    position: source.position,
    code: codeOf(source.position),
    note: source.name,
    server: 'no',
    episodes: source.episodes.map((episode, at) => ({
      position: at + 1,
      name: episodeName(episode),
      address: `${origin}/api.php/play/${id}/${source.id}/${episode.level}.m3u8`,
      player: '',
    })),
  }))
}

/** A title as a row. @param pictureOf completes the address of a picture */
export function vodOf(
  title: ProvidedTitle,
  groups: readonly PlayGroup[],
  { typeName, pictureOf }: { typeName: string; pictureOf: (address: string) => string },
): ProvideVod {
  return provideVod({
    id: title.id,
    name: title.name,
    typeId: title.typeId,
    parentTypeId: title.typeId === title.pidId ? 0 : title.pidId,
    typeName,
    alias: title.alias.join(','),
    latin: title.latin,
    letter: title.letter,
    genres: title.genres,
    picture: pictureOf(title.poster),
    slide: pictureOf(title.backdrop),
    actors: title.actors,
    directors: title.directors,
    blurb: title.intro.slice(0, 100).toWellFormed(),
    content: title.intro,
    remarks: title.remarks,
    premiere: title.premiere,
    total: title.totalEpisodes,
    serial: title.serial,
    isEnded: isEnded(title),
    area: title.area,
    lang: title.lang,
    year: title.year,
    state: title.state,
    score: title.score,
    updatedSec: title.updatedSec,
    groups,
  })
}

/** Categories as a flat list, parents first. */
export const categoryRows = (categories: readonly ProvidedCategory[]): ProvideCategory[] =>
  categories.flatMap(({ id, name, children }) => [
    { id, parentId: 0, name },
    ...children.map((child) => ({ id: child.id, parentId: id, name: child.name })),
  ])

/** The filters of the top categories. */
export const filtersOf = (categories: readonly ProvidedCategory[]): Map<number, ProvideFilter[]> =>
  new Map(
    categories.map(({ id, genres, areas, langs, years }) => {
      const filter = (key: string, name: string, values: readonly string[]): ProvideFilter[] => {
        const choices = values.map((value) => ({ name: value, value }))
        return values.length === 0 ? [] : [{ key, name, values: [{ name: '全部', value: '' }, ...choices] }]
      }
      return [
        id,
        [
          ...filter('class', '类型', genres),
          ...filter('area', '地区', areas),
          ...filter('year', '年份', years),
          ...filter('lang', '语言', langs),
        ],
      ]
    }),
  )
