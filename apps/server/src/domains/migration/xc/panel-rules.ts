import { accountPlaceholder, namesOf, type ChannelEntry } from '@yunmu/formats'
import { letterOf } from '@yunmu/zh'
import type { BoundCategory } from '../items/bindings.ts'
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
import type { TitleToSave } from '../migration-needs.ts'
import type { RefusedReason } from '../report-rules.ts'

/** Reads what panels send. Nothing in it can be trusted to be there, or to be what it should be. */

export interface PanelCategory {
  key: string
  name: string
}

/** Null for what is no category. */
export function readCategory(row: Loose | null): PanelCategory | null {
  const key = wordOf(row?.['category_id'])
  const name = lineOf(row?.['category_name'], 40)
  return key === '' || name === '' ? null : { key, name }
}

/** The address of something on a panel, with placeholders in the place of the account. */
export const panelAddress = (
  { origin, accountId }: { origin: string; accountId: number },
  kind: 'live' | 'movie' | 'series',
  file: string,
): string =>
  `${origin}/${kind}/${accountPlaceholder(accountId, 'user')}/${accountPlaceholder(accountId, 'password')}/${file}`

export const guideAddress = ({ origin, accountId }: { origin: string; accountId: number }): string =>
  `${origin}/xmltv.php?username=${accountPlaceholder(accountId, 'user')}&password=${accountPlaceholder(accountId, 'password')}`

/** Ids are parts of addresses. */
const idOf = (value: unknown): string => {
  const id = wordOf(value, 40)
  return /^[\w-]+$/.test(id) ? id : ''
}

/** Names of languages and qualities before a name, such as `CN | `, `|EN| ` and `[FR] `. */
const withoutPrefix = (name: string): string =>
  name.replace(/^\s*(?:\|[A-Z]{2,4}\||\[[A-Z]{2,4}\]|[A-Z]{2,4}\s*[-|:]\s)\s*/u, '').trim() || name

/** A name and the year behind it. */
function namedYear(text: string): { name: string; year: number } {
  const [, name = '', year] = /^(.+?)\s*[([（](\d{4})[)\]）]\s*$/u.exec(text) ?? []
  return year === undefined || yearOf(year) === 0 ? { name: text, year: 0 } : { name, year: yearOf(year) }
}

const logoOf = (value: unknown): string => {
  const logo = wordOf(value, 2000)
  return /^https?:\/\//i.test(logo) ? logo : ''
}

/** A channel as an entry of a list. Days of catch-up are as the panel says, or a week. */
export function readChannel(
  row: Loose,
  { groups, addressOf }: { groups: ReadonlyMap<string, string>; addressOf: (file: string) => string },
): { key: string; entry: ChannelEntry } | RefusedReason {
  const key = idOf(row['stream_id'])
  const name = lineOf(row['name'], 80)
  if (key === '') return 'broken'
  // Panels draw lines between their groups with channels that are none.
  if (name === '' || /^[#=*\-_\s|]+$|^#{2,}/u.test(name)) return 'noName'
  if (isTrue(row['is_adult'])) return 'adult'
  const days = intOf(row['tv_archive_duration'], 60)
  return {
    key,
    entry: {
      name: withoutPrefix(name),
      url: addressOf(`${key}.ts`),
      label: '',
      group: groups.get(wordOf(row['category_id'])) ?? '',
      logo: logoOf(row['stream_icon']),
      tvgId: lineOf(row['epg_channel_id'], 100),
      tvgName: '',
      number: intOf(row['num'], 99_999),
      shiftMinutes: 0,
      catchup: isTrue(row['tv_archive']) ? { type: 'xc', days: days || 7, source: '' } : null,
      userAgent: '',
    },
  }
}

/** Containers that browsers play. */
const playable = /^(?:mp4|m4v|mov|webm|m3u8)$/

const extensionOf = (value: unknown): string => wordOf(value, 10).toLowerCase().replace(/^\./, '')

interface PanelTitle {
  title: TitleToSave
  urls: string[]
  poster: string
}

/** What lists and details of films and series have in common; the first that says something counts. */
function factsOf(rows: readonly Loose[]) {
  const found = (...names: string[]): unknown => {
    for (const row of rows) for (const name of names) if (lineOf(row[name]) !== '') return row[name]
    return ''
  }
  const people = (...names: string[]): string[] => namesOf(lineOf(found(...names), 2000))
  const score = numberOf(found('rating'), 10)
  return {
    poster: logoOf(found('movie_image', 'cover_big', 'cover', 'stream_icon')),
    year: yearOf(found('year', 'releasedate', 'releaseDate', 'release_date')),
    otherNames: [lineOf(found('o_name'), 100)].filter((name) => name !== ''),
    fields: {
      area: lineOf(found('country'), 20),
      lang: '',
      genres: namesOf(lineOf(found('genre'))).slice(0, 10),
      directors: people('director').slice(0, 20),
      actors: people('cast', 'actors')
        .slice(0, 50)
        .map((name) => ({ name, role: '' })),
      intro: textOf(found('plot', 'description')),
      remarks: '',
      state: '',
      premiere: lineOf(found('releasedate', 'releaseDate', 'release_date'), 20),
      scoreSum: Math.round(score * 10),
      scoreCount: score > 0 ? 1 : 0,
      upCount: 0,
      hits: 0,
    },
  }
}

const sourceName = '面板'

export interface TitleContext {
  category: BoundCategory
  /** Begins the origins of the panel's titles. */
  origin: string
  addressOf: (kind: 'movie' | 'series', file: string) => string
}

/** A film, of its row in the list and its details, which may be absent. */
export function readFilm(row: Loose, details: Loose | null, context: TitleContext): PanelTitle | RefusedReason {
  const key = idOf(row['stream_id'])
  if (key === '') return 'broken'
  const info = recordOf(details?.['info'])
  const data = recordOf(details?.['movie_data'])
  const { name, year } = namedYear(withoutPrefix(lineOf(row['name']) || lineOf(row['title']) || lineOf(info['name'])))
  if (name === '') return 'noName'
  const extension = extensionOf(data['container_extension']) || extensionOf(row['container_extension'])
  if (!playable.test(extension)) return 'container'
  const facts = factsOf([info, row])
  const added = secOf(row['added'])
  return {
    poster: facts.poster,
    urls: [context.addressOf('movie', `${key}.${extension}`)],
    title: {
      ...facts.fields,
      ...context.category,
      origin: `${context.origin}:film:${key}`,
      name,
      letter: letterOf(name),
      alias: facts.otherNames.filter((other) => other !== name),
      year: year || facts.year,
      totalEpisodes: 1,
      ...(added > 0 && { createdSec: added }),
      episodes: [{ source: sourceName, sourcePosition: 1, level: 1, name: '正片' }],
    },
  }
}

export interface PanelEpisode {
  key: string
  season: number
  number: number
  name: string
  extension: string
}

/** The episodes of a series, whether seasons are an object or an array of arrays. */
export function readEpisodes(details: Loose): PanelEpisode[] {
  const seasons = details['episodes']
  const named: readonly (readonly [string, unknown])[] =
    typeof seasons === 'object' && seasons !== null ? Object.entries(seasons) : []
  return named.flatMap(([season, rows]) =>
    listOf(rows).flatMap((value, at): PanelEpisode[] => {
      const row = recordOf(value)
      const key = idOf(row['id'])
      if (key === '') return []
      const stated = wordOf(row['season']) === '' ? intOf(season, 999) : intOf(row['season'], 999)
      return [
        {
          key,
          season: Array.isArray(seasons) && wordOf(row['season']) === '' ? stated + 1 : stated,
          number: intOf(row['episode_num'], 99_999) || at + 1,
          name: lineOf(row['title'], 100),
          extension: extensionOf(row['container_extension']),
        },
      ]
    }),
  )
}

/** The seasons of a series, each a title. Episodes that no browser plays are counted and left out. */
export function readSeries(
  row: Loose,
  details: Loose,
  context: TitleContext & { seasonName: (series: string, season: number) => string },
): { titles: PanelTitle[]; unplayable: number } | RefusedReason {
  const key = idOf(row['series_id'])
  if (key === '') return 'broken'
  const info = recordOf(details['info'])
  const { name, year } = namedYear(withoutPrefix(lineOf(row['name']) || lineOf(row['title']) || lineOf(info['name'])))
  if (name === '') return 'noName'
  const episodes = readEpisodes(details)
  const played = episodes.filter(({ extension }) => playable.test(extension))
  if (played.length === 0) return episodes.length === 0 ? 'noAddress' : 'container'
  const facts = factsOf([info, row])
  const titles = [...new Set(played.map(({ season }) => season))]
    .toSorted((one, other) => one - other)
    .map((season) => {
      const seen = new Set<number>()
      const ofSeason = played.filter((episode) => {
        const isNew = episode.season === season && !seen.has(episode.number)
        if (isNew) seen.add(episode.number)
        return isNew
      })
      return {
        poster: facts.poster,
        urls: ofSeason.map((episode) => context.addressOf('series', `${episode.key}.${episode.extension}`)),
        title: {
          ...facts.fields,
          ...context.category,
          origin: `${context.origin}:series:${key}:${season}`,
          name: context.seasonName(name, season),
          letter: letterOf(name),
          alias: facts.otherNames.filter((other) => other !== name),
          series: name,
          season,
          year: year || facts.year,
          totalEpisodes: 0,
          episodes: ofSeason.map(({ number, name: episode }) => ({
            source: sourceName,
            sourcePosition: 1,
            level: number,
            name: episode === '' || episode.startsWith(name) ? `第${number}集` : episode,
          })),
        },
      }
    })
  return { titles, unplayable: episodes.length - played.length }
}
