import { posix } from 'node:path'
import {
  intOf,
  isTrue,
  lineOf,
  listOf,
  numberOf,
  recordOf,
  secOf,
  textOf,
  wordOf,
  yearOf,
  type Loose,
} from '../items/loose-values.ts'
import { itemId } from './server.ts'

/** Reads the items of a server. Lengths and positions there are in ticks of 100 ns. */

export interface JellyfinFacts {
  name: string
  aliases: string[]
  /** 0 if it is not known. */
  year: number
  intro: string
  genres: string[]
  /** The first country, as the server names it. */
  country: string
  directors: string[]
  actors: { name: string; role: string }[]
  premiere: string
  /** People with a portrait, for which there is no place. */
  portraits: number
  createdSec: number
  hasPoster: boolean
  hasBackdrop: boolean
}

const ticksPerMs = 10_000

const msOf = (ticks: unknown): number => Math.floor(numberOf(ticks, Number.MAX_SAFE_INTEGER) / ticksPerMs)

/** What a film or series is; null without a name. */
export function readFacts(item: Loose): JellyfinFacts | null {
  const name = lineOf(item['Name'])
  if (name === '') return null
  const original = lineOf(item['OriginalTitle'])
  const people = listOf(item['People']).map(recordOf)
  const ofType = (...types: string[]): Loose[] => people.filter((person) => types.includes(wordOf(person['Type'])))
  return {
    name,
    aliases: original === '' || original === name ? [] : [original],
    year: yearOf(item['ProductionYear']) || yearOf(item['PremiereDate']),
    intro: textOf(item['Overview']),
    genres: listOf(item['Genres'])
      .map((genre) => lineOf(genre, 20))
      .filter((genre) => genre !== '')
      .slice(0, 10),
    country: lineOf(listOf(item['ProductionLocations'])[0], 60),
    directors: ofType('Director')
      .map((person) => lineOf(person['Name'], 40))
      .filter((each) => each !== '')
      .slice(0, 20),
    actors: ofType('Actor', 'GuestStar')
      .map((person) => ({ name: lineOf(person['Name'], 40), role: lineOf(person['Role'], 60) }))
      .filter((person) => person.name !== '')
      .slice(0, 50),
    premiere: /^\d{4}-\d{2}-\d{2}/.exec(wordOf(item['PremiereDate']))?.[0] ?? '',
    portraits: people.filter((person) => wordOf(person['PrimaryImageTag']) !== '').length,
    createdSec: secOf(item['DateCreated']),
    hasPoster: wordOf(recordOf(item['ImageTags'])['Primary']) !== '',
    hasBackdrop: listOf(item['BackdropImageTags']).length > 0,
  }
}

export interface JellyfinEpisode {
  key: string
  /** 0 for specials. */
  season: number
  /** Null if the server does not know it. */
  number: number | null
  lastNumber: number | null
  name: string
}

export function readEpisode(item: Loose): JellyfinEpisode | null {
  const key = itemId(item['Id'])
  if (key === '' || isTrue(item['IsVirtualItem']) || wordOf(item['LocationType']) === 'Virtual') return null
  const number = intOf(item['IndexNumber'], 99_999)
  const last = intOf(item['IndexNumberEnd'], 99_999)
  return {
    key,
    season:
      item['ParentIndexNumber'] === undefined || item['ParentIndexNumber'] === null
        ? 1
        : intOf(item['ParentIndexNumber'], 999),
    number: number > 0 ? number : null,
    lastNumber: last > number ? last : null,
    name: lineOf(item['Name'], 100),
  }
}

/** Paths of an item's files, with slashes. Several versions are several files. */
export function pathsOf(item: Loose): string[] {
  const paths = [item['Path'], ...listOf(item['MediaSources']).map((source) => recordOf(source)['Path'])]
  return [...new Set(paths.flatMap((path) => (typeof path === 'string' ? [slashed(path)] : [])))]
}

/** A path of Windows, too, begins folders with slashes. */
const slashed = (path: string): string => (/^[a-z]:\\|^\\\\/i.test(path) ? path.replaceAll('\\', '/') : path)

/** Where openings end and endings begin, in seconds; 0 for none. Longer ones are parts of the story. */
export function marksOf(segments: readonly Loose[]): { introSec: number; outroSec: number } {
  const maxMs = 240_000
  const find = (type: string) =>
    segments
      .map((segment) => ({
        type: wordOf(segment['Type']),
        fromMs: msOf(segment['StartTicks']),
        toMs: msOf(segment['EndTicks']),
      }))
      .find((segment) => segment.type === type && segment.toMs > segment.fromMs)
  const [intro, outro] = [find('Intro'), find('Outro')]
  return {
    introSec: intro && intro.toMs - intro.fromMs <= maxMs ? Math.round(intro.toMs / 1000) : 0,
    outroSec: outro ? Math.round(outro.fromMs / 1000) : 0,
  }
}

/** Folders there and where they are here, longest first. */
export type FolderMap = readonly { from: string; to: string }[]

/** Parses `/media=/srv/media`; null for what is none. */
export function parseMap(text: string): { from: string; to: string } | null {
  const at = text.indexOf('=')
  const from = slashed(text.slice(0, at)).replace(/\/+$/, '')
  const to = text.slice(at + 1)
  return at < 1 || from === '' || !posix.isAbsolute(to)
    ? null
    : { from, to: posix.normalize(to).replace(/\/+$/, '') || '/' }
}

/** Where a file or folder of the server lies here; null if no folder of the map holds it. */
export function mappedPath(path: string, map: FolderMap): string | null {
  const given = slashed(path).replace(/\/+$/, '')
  if (given.split('/').includes('..')) return null
  const found = map
    .filter(({ from }) => given === from || given.startsWith(`${from}/`))
    .toSorted((one, other) => other.from.length - one.from.length)[0]
  return found ? posix.join(found.to, given.slice(found.from.length)) : null
}

export interface UserData {
  isPlayed: boolean
  isFavourite: boolean
  positionMs: number
  durationMs: number
  /** Unix seconds; 0 if it is not known. */
  watchedSec: number
}

export function readUserData(item: Loose): UserData {
  const data = recordOf(item['UserData'])
  return {
    isPlayed: isTrue(data['Played']),
    isFavourite: isTrue(data['IsFavorite']),
    positionMs: msOf(data['PlaybackPositionTicks']),
    durationMs: msOf(item['RunTimeTicks']),
    watchedSec: secOf(data['LastPlayedDate']),
  }
}
