import { createHash } from 'node:crypto'
import type { PlayEpisode, ProvideVod } from '@yunmu/formats'
import { letterOf } from '@yunmu/zh'
import { areaOf, endedState } from '../../platform/vocabulary/areas.ts'
import type { CollectedTitle, CollectionCategory, KnownTitle } from './collection-needs.ts'
import { parseName } from './recognition-name-rules.ts'
import type { TitleFacts } from './recognition-rules.ts'
import type { FieldChange } from './run-rules.ts'

/** Fields of titles that a source may be allowed to overwrite, by their names for the operator, with those of a draft. */
export const overwritable = {
  name: 'name',
  alias: 'alias',
  category: 'typeId',
  area: 'area',
  lang: 'lang',
  year: 'year',
  genres: 'genres',
  directors: 'directors',
  actors: 'actors',
  intro: 'intro',
  remarks: 'remarks',
  state: 'state',
  total: 'totalEpisodes',
} as const

export type OverwritableField = keyof typeof overwritable

/** Names of columns, which are what the operator locks. */
const columns: Readonly<Partial<Record<OverwritableField, string>>> = { category: 'type_id', total: 'total_episodes' }

const isLocked = (field: OverwritableField, { lockedFields }: KnownTitle): boolean =>
  lockedFields.includes(columns[field] ?? field)

const isOverwritable = (field: string): field is OverwritableField => field in overwritable

/** What changes while a series runs. Everything else is the operator's once a title exists. */
export const defaultOverwrite: readonly OverwritableField[] = ['remarks', 'state', 'total']

/** Digest of names as `CollectionNeeds.titles.digests` computes it. */
export const namesDigest = (names: readonly string[]): string =>
  createHash('md5').update(names.join('\n')).digest('hex')

/** The hash of what a source says of a title. Counters and times change without a change of the title. */
export function hashOf(vod: ProvideVod): Buffer {
  const { hits: _hits, updatedSec: _updated, score: _score, doubanScore: _douban, ...said } = vod
  return createHash('sha256').update(JSON.stringify(said)).digest().subarray(0, 16)
}

const firstOf = (text: string): string => text.split(/[,，、/|;；\s]+/u).find((part) => part !== '') ?? ''

const listOf = (text: string): string[] =>
  text
    .split(/[,，、/|;；]+/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What is recognised of a source's title. @param category the name of our category that its own is bound to */
export function factsOfVod(vod: ProvideVod, category: string): TitleFacts {
  return {
    names: [vod.name, ...listOf(vod.alias)],
    year: vod.year === 0 ? null : vod.year,
    // The source's word is finer than ours: 动画片 may be bound to films.
    category: vod.typeName === '' ? category : vod.typeName,
    areas: listOf(vod.area),
    directors: vod.directors,
    actors: vod.actors,
  }
}

export function factsOfKnown(title: KnownTitle): TitleFacts {
  return {
    names: [title.name, ...title.alias],
    year: title.year === 0 ? null : title.year,
    category: title.category,
    areas: title.area === '' ? [] : [title.area],
    directors: title.directors,
    actors: title.actors,
  }
}

/** What a line of a title is called. */
export interface LineNaming {
  sourceName: string
  lineNames: Readonly<Record<string, string>>
  suffix: string
}

/**
 * The names of a title's lines, each with the name of its source: by what the source calls it, else by the code of its player.
 * Two lines with one name would be one.
 */
function lineNames(groups: ProvideVod['groups'], { sourceName, lineNames: own, suffix }: LineNaming): string[] {
  const notes = groups.map(({ note }) => note)
  return groups.map(({ code, note, position }) => {
    const isTelling = note !== '' && notes.filter((other) => other === note).length === 1
    const label = isTelling ? note : code || (position === 1 ? '' : String(position))
    const name = (Object.hasOwn(own, code) ? own[code] : undefined) ?? `${sourceName} ${label}`.trim()
    return suffix === '' ? name : `${name} ${suffix}`
  })
}

const EPISODE_NUMBERS = [
  /^第?\s*(\d{1,5})\s*[集话話回期]?(?:完结?|大结局|end)?$/iu,
  /^(?:ep?|episode)\.?\s*(\d{1,5})$/iu,
]

/** The number that an episode's name states: 第03集 is 3, 20240105期 is 20240105. Null if it states none. */
export function numberOfEpisode(name: string): number | null {
  const text = name.normalize('NFKC').trim()
  const date = /^第?((?:19|20)\d{2})[-./年]?(0[1-9]|1[0-2])[-./月]?(0[1-9]|[12]\d|3[01])日?\s*(?:期|$)/u.exec(text)
  if (date) return Number(`${date[1]}${date[2]}${date[3]}`)
  for (const pattern of EPISODE_NUMBERS) {
    const number = pattern.exec(text)?.[1]
    if (number !== undefined && Number(number) > 0) return Number(number)
  }
  return null
}

/**
 * The numbers of a group's episodes: those that their names state, if all state different ones, because sources insert and
 * sort episodes; else their positions.
 */
export function episodeLevels(episodes: readonly PlayEpisode[]): number[] {
  const stated = episodes.map(({ name }) => numberOfEpisode(name))
  const numbers = stated.filter((number) => number !== null)
  if (numbers.length === episodes.length && new Set(numbers).size === numbers.length) return numbers
  return episodes.map(({ position }) => position)
}

const kindOf = (url: string): 'hls' | 'mp4' | 'page' => {
  const path = url.split(/[?#]/u)[0]?.toLowerCase() ?? ''
  if (path.endsWith('.m3u8')) return 'hls'
  return /\.(?:mp4|m4v|webm|mov)$/u.test(path) ? 'mp4' : 'page'
}

/** The address of a title's picture, which may be relative to the source; null if it is none of the web. */
export function pictureUrl(picture: string, sourceUrl: string): string | null {
  if (picture === '' || picture.length > 2000 || !URL.canParse(picture, sourceUrl)) return null
  const { protocol, href } = new URL(picture, sourceUrl)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

/** An episode of a draft with its address. */
export interface CollectedEpisode {
  source: string
  sourcePosition: number
  level: number
  name: string
  url: string
  kind: 'hls' | 'mp4' | 'page'
}

/** Later positions than those of lines that were added by hand. */
const firstPosition = 100

/** The episodes of all groups. Addresses of other schemes belong to players that the station does not have. */
export function episodesOf(vod: ProvideVod, naming: LineNaming): CollectedEpisode[] {
  const names = lineNames(vod.groups, naming)
  return vod.groups.flatMap(({ position, episodes }, group) => {
    const playable = episodes.filter(({ address }) => /^(?:https?:)?\/\//iu.test(address))
    const levels = episodeLevels(playable)
    return playable.map(({ name, address }, at) => {
      const url = address.startsWith('//') ? `https:${address}` : address
      return {
        source: names[group] ?? naming.sourceName,
        sourcePosition: firstPosition + position,
        level: levels[at] ?? at + 1,
        name,
        url,
        kind: kindOf(url),
      }
    })
  })
}

/** The fields of a source's title as a draft has them. */
function fieldsOf(vod: ProvideVod, { id, pidId }: CollectionCategory) {
  return {
    pidId,
    typeId: id,
    name: vod.name,
    alias: listOf(vod.alias).slice(0, 20),
    area: areaOf(vod.area),
    lang: firstOf(vod.lang).slice(0, 20),
    year: vod.year,
    genres: vod.genres.slice(0, 10),
    directors: vod.directors.slice(0, 20),
    actors: vod.actors.slice(0, 50).map((name) => ({ name, role: '' })),
    intro: vod.content === '' ? vod.blurb : vod.content,
    remarks: vod.remarks,
    state: vod.isEnded ? endedState : '',
    totalEpisodes: Math.min(vod.total, 100_000),
  }
}

const withoutUrls = (episodes: readonly CollectedEpisode[]): CollectedTitle['episodes'] =>
  episodes.map(({ source, sourcePosition, level, name }) => ({ source, sourcePosition, level, name }))

/** A new title. */
export function newDraft(
  vod: ProvideVod,
  {
    origin,
    category,
    episodes,
    nowSec,
  }: {
    origin: string
    category: CollectionCategory
    episodes: readonly CollectedEpisode[]
    nowSec: number
  },
): CollectedTitle {
  return {
    ...fieldsOf(vod, category),
    origin,
    letter: letterOf(vod.name),
    premiere: vod.premiere.slice(0, 20),
    updatedSec: vod.updatedSec > 0 ? Math.min(vod.updatedSec, nowSec) : nowSec,
    episodes: withoutUrls(episodes),
  }
}

/** A title that is there: its own fields, except those that the source may overwrite. */
export function existingDraft(
  vod: ProvideVod,
  {
    known,
    origin,
    category,
    episodes,
    overwrite,
  }: {
    known: KnownTitle
    origin: string
    category: CollectionCategory
    episodes: readonly CollectedEpisode[]
    overwrite: readonly string[]
  },
): CollectedTitle {
  const theirs = fieldsOf(vod, category)
  const draft: CollectedTitle = {
    origin,
    pidId: known.pidId,
    typeId: known.typeId,
    name: known.name,
    letter: known.letter,
    episodes: withoutUrls(episodes),
  }
  const given = new Set(overwrite.filter((field) => isTaken(field, vod, known)))
  if (given.has('name')) Object.assign(draft, { name: theirs.name, letter: letterOf(theirs.name) })
  if (given.has('category')) Object.assign(draft, { pidId: theirs.pidId, typeId: theirs.typeId })
  const { alias, area, lang, year, genres, directors, actors, intro, remarks, state, totalEpisodes: total } = theirs
  const values = { alias, area, lang, year, genres, directors, actors, intro, remarks, state, total }
  for (const [field, value] of Object.entries(values)) {
    if (given.has(field) && isOverwritable(field)) Object.assign(draft, { [overwritable[field]]: value })
  }
  return draft
}

/** Whether a source's field is written: it says something, and the operator did not correct ours. */
function isTaken(field: string, vod: ProvideVod, known: KnownTitle): boolean {
  if (!isOverwritable(field) || isLocked(field, known)) return false
  const says: Readonly<Record<OverwritableField, boolean>> = {
    name: true,
    alias: vod.alias !== '',
    category: true,
    area: vod.area !== '',
    lang: vod.lang !== '',
    year: vod.year > 0,
    genres: vod.genres.length > 0,
    directors: vod.directors.length > 0,
    actors: vod.actors.length > 0,
    intro: vod.content !== '' || vod.blurb !== '',
    remarks: vod.remarks !== '',
    state: vod.isEnded,
    total: vod.total > 0,
  }
  return says[field]
}

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.map((each: unknown) => shown(each)).join(' ')
  if (value !== null && typeof value === 'object' && 'name' in value) return String(value.name)
  const text = String(value)
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** What differs between a title and what a source says of it. */
export function fieldChanges(
  vod: ProvideVod,
  { known, category, overwrite }: { known: KnownTitle; category: CollectionCategory; overwrite: readonly string[] },
): FieldChange[] {
  const theirs = fieldsOf(vod, category)
  const compared: readonly (readonly [OverwritableField, unknown, unknown])[] = [
    ['name', known.name, theirs.name],
    ['category', known.category, category.name],
    ['year', known.year, theirs.year],
    ['area', known.area, theirs.area],
    ['lang', known.lang, theirs.lang],
    ['genres', known.genres, theirs.genres],
    ['directors', known.directors, theirs.directors],
    ['actors', known.actors, theirs.actors],
    ['intro', known.intro, theirs.intro],
    ['remarks', known.remarks, theirs.remarks],
    ['state', known.state, theirs.state],
    ['total', known.totalEpisodes, theirs.totalEpisodes],
  ]
  return compared.flatMap(([field, ours, theirValue]): FieldChange[] => {
    const change = { field, ours: shown(ours), theirs: shown(theirValue) }
    const says = change.theirs !== '' && change.theirs !== '0'
    if (!says || change.ours === change.theirs) return []
    if (isLocked(field, known)) return [{ ...change, taken: 'locked' }]
    return [{ ...change, taken: overwrite.includes(field) && isTaken(field, vod, known) ? 'source' : 'ours' }]
  })
}

const VERSION_IN_NAME = /国粤双语|国语|粤语|英语|日语|韩语|原声|未删减|导演剪辑版|加长版|重制版|[34][dk]/iu

/** Tells the lines of a second item of one source and one title apart: by its version, else by its id. */
export function suffixOf(vod: ProvideVod): string {
  return VERSION_IN_NAME.exec(vod.name)?.[0] ?? `#${vod.id}`
}

/** Whether two spellings are one name, so that a preview need not show the difference. */
export const isSameName = (one: string, other: string): boolean => parseName(one).main.key === parseName(other).main.key
