import type { Episode, SeoWord, TitleDetail } from '@yunmu/contract'
import { detailsUrl, tabsUrl, vodUrl } from '../urls.ts'
import type { Described, Places, Step } from './structured-data.ts'

const mostActors = 20
/** Of the actors, among the keywords. */
const mostNamed = 3

/** ISO 8601; undefined where it is not known. */
const duration = (sec: number | undefined): string | undefined => (sec ? `PT${Math.round(sec)}S` : undefined)
const moment = (sec: number): string => new Date(sec * 1000).toISOString()
const some = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length > 0 ? items : undefined)
const person = (name: string): Described => ({ '@type': 'Person', name })

/** A title: a series where it is made of episodes, else a film. */
export function titleData(detail: TitleDetail, isSeries: boolean, { address, picture }: Places): Described {
  const episodes = detail.sources[0]?.episodes ?? []
  const first = episodes.find(({ state }) => state === 'ready')
  const started = detail.premiere || (detail.year > 0 ? String(detail.year) : undefined)
  return {
    '@type': isSeries ? 'TVSeries' : 'Movie',
    name: detail.name,
    alternateName: some([detail.latin, ...detail.alias].filter((name) => name !== '')),
    url: address(detailsUrl(detail)),
    image: [picture(detail.backdrop), picture(detail.img)],
    description: detail.intro || undefined,
    genre: some(detail.genres),
    countryOfOrigin: detail.area === '' ? undefined : { '@type': 'Country', name: detail.area },
    datePublished: started,
    director: some(detail.directors.map(person)),
    actor: some(detail.actors.slice(0, mostActors).map(({ name }) => person(name))),
    isAccessibleForFree: !detail.vip,
    aggregateRating:
      detail.scoreCount > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: detail.score,
            ratingCount: detail.scoreCount,
            bestRating: 10,
            worstRating: 1,
          }
        : undefined,
    potentialAction: first && { '@type': 'WatchAction', target: address(vodUrl({ ...detail, level: first.level })) },
    ...(isSeries ? seriesData(detail, episodes.length, address) : { duration: duration(first?.duration) }),
  }
}

function seriesData({ totalEpisodes, seasons }: TitleDetail, episodes: number, address: Places['address']): Described {
  return {
    numberOfEpisodes: totalEpisodes || episodes || undefined,
    numberOfSeasons: seasons.length || undefined,
    containsSeason: some(
      seasons.map((season) => ({ '@type': 'TVSeason', name: season.name, url: address(detailsUrl(season)) })),
    ),
  }
}

/** What an episode is called in the reader's words, and what it is one of. */
export interface PlayedEpisode {
  detail: TitleDetail
  episode: Episode
  isSeries: boolean
  name: string
}

/** What a player's page plays: an episode of a series, or a film; with the video where it can be played. */
export function playedData({ detail, episode, isSeries, name }: PlayedEpisode, places: Places): Described {
  const { address, picture } = places
  const url = address(vodUrl({ ...detail, level: episode.level }))
  const video = {
    '@type': 'VideoObject',
    name,
    description: detail.intro || name,
    thumbnailUrl: [picture(episode.img)],
    uploadDate: moment(episode.airAt ?? detail.updatedAt),
    duration: duration(episode.duration),
    url,
    isAccessibleForFree: !episode.vip,
  }
  const playable = episode.state === 'ready' ? { video } : {}
  if (!isSeries) return { ...titleData(detail, false, places), ...playable }
  return {
    '@type': 'TVEpisode',
    name,
    episodeNumber: episode.level,
    url,
    image: picture(episode.img),
    duration: duration(episode.duration),
    datePublished: episode.airAt === null ? undefined : moment(episode.airAt),
    partOfSeries: { '@type': 'TVSeries', name: detail.name, url: address(detailsUrl(detail)) },
    ...playable,
  }
}

/** The way to a title's page; without its category where visitors cannot see that. */
export function pathOf(detail: TitleDetail, shelf: { id: number; label: string } | undefined): Step[] {
  const title = { name: detail.name, to: detailsUrl(detail) }
  return shelf ? [{ name: shelf.label, to: tabsUrl(shelf.id) }, title] : [title]
}

/** What stands in the places of the operator's texts about a title. */
export const wordsOf = ({ name, typeName, year, area, genres }: TitleDetail): Partial<Record<SeoWord, string>> => ({
  name,
  type: typeName,
  year: year > 0 ? String(year) : '',
  area,
  genre: genres.join('、'),
})

export const keywordsOf = ({ name, alias, typeName, genres, area, actors }: TitleDetail): string =>
  [name, ...alias, typeName, ...genres, area, ...actors.slice(0, mostNamed).map((actor) => actor.name)]
    .filter((word) => word !== '')
    .join(',')
