import type { Episode, SeoPlaceholder, TitleDetail } from '@yunmu/contract'
import { detailsUrl, tabsUrl, vodUrl } from '../urls.ts'
import type { SchemaObject, SchemaContext, Breadcrumb } from './structured-data.ts'

const maxActors = 20
/** Number of actors among the keywords. */
const maxKeywordActors = 3

/** ISO 8601 duration; undefined if unknown. */
const duration = (sec: number | undefined): string | undefined => (sec ? `PT${Math.round(sec)}S` : undefined)
const moment = (sec: number): string => new Date(sec * 1000).toISOString()
const nonEmpty = <Item>(items: readonly Item[]): readonly Item[] | undefined => (items.length > 0 ? items : undefined)
const person = (name: string): SchemaObject => ({ '@type': 'Person', name })

/** A title: a series if it has episodes, else a film. */
export function titleData(detail: TitleDetail, isSeries: boolean, { address, picture }: SchemaContext): SchemaObject {
  const episodes = detail.sources[0]?.episodes ?? []
  const first = episodes.find(({ state }) => state === 'ready')
  const started = detail.premiere || (detail.year > 0 ? String(detail.year) : undefined)
  return {
    '@type': isSeries ? 'TVSeries' : 'Movie',
    name: detail.name,
    alternateName: nonEmpty([detail.latin, ...detail.alias].filter((name) => name !== '')),
    url: address(detailsUrl(detail)),
    image: [picture(detail.backdrop), picture(detail.img)],
    description: detail.intro || undefined,
    genre: nonEmpty(detail.genres),
    countryOfOrigin: detail.area === '' ? undefined : { '@type': 'Country', name: detail.area },
    datePublished: started,
    director: nonEmpty(detail.directors.map(person)),
    actor: nonEmpty(detail.actors.slice(0, maxActors).map(({ name }) => person(name))),
    isAccessibleForFree: !detail.vip && !detail.locked,
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

function seriesData(
  { totalEpisodes, seasons }: TitleDetail,
  episodes: number,
  address: SchemaContext['address'],
): SchemaObject {
  return {
    numberOfEpisodes: totalEpisodes || episodes || undefined,
    numberOfSeasons: seasons.length || undefined,
    containsSeason: nonEmpty(
      seasons.map((season) => ({ '@type': 'TVSeason', name: season.name, url: address(detailsUrl(season)) })),
    ),
  }
}

/** An episode with its display name and its title. */
export interface PlayedEpisode {
  detail: TitleDetail
  episode: Episode
  isSeries: boolean
  name: string
}

/** What a player page plays: an episode of a series or a film; includes the video if it is playable. */
export function playbackData({ detail, episode, isSeries, name }: PlayedEpisode, context: SchemaContext): SchemaObject {
  const { address, picture } = context
  const url = address(vodUrl({ ...detail, level: episode.level }))
  const video = {
    '@type': 'VideoObject',
    name,
    description: detail.intro || name,
    thumbnailUrl: [picture(episode.img)],
    uploadDate: moment(episode.airAt ?? detail.updatedAt),
    duration: duration(episode.duration),
    url,
    isAccessibleForFree: !episode.vip && !detail.locked,
  }
  const playable = episode.state === 'ready' ? { video } : {}
  if (!isSeries) return { ...titleData(detail, false, context), ...playable }
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

/** Breadcrumbs of a title page; without the category if visitors cannot see it. */
export function breadcrumbsOf(detail: TitleDetail, category: { id: number; label: string } | undefined): Breadcrumb[] {
  const title = { name: detail.name, to: detailsUrl(detail) }
  return category ? [{ name: category.label, to: tabsUrl(category.id) }, title] : [title]
}

/** Values for the placeholders in the operator's texts about a title. */
export const placeholdersOf = ({
  name,
  typeName,
  year,
  area,
  genres,
}: TitleDetail): Partial<Record<SeoPlaceholder, string>> => ({
  name,
  type: typeName,
  year: year > 0 ? String(year) : '',
  area,
  genre: genres.join('、'),
})

export const keywordsOf = ({ name, alias, typeName, genres, area, actors }: TitleDetail): string =>
  [name, ...alias, typeName, ...genres, area, ...actors.slice(0, maxKeywordActors).map((actor) => actor.name)]
    .filter((word) => word !== '')
    .join(',')
