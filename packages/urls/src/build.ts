import {
  anyFilter,
  type BrowseFilter,
  type ChannelAddress,
  type ChannelParams,
  type CompetitionParams,
  type EpisodeParams,
  type GuideParams,
  type MatchParams,
  type MatchesParams,
  type OverseasParams,
  type RankParams,
  type SearchParams,
  type TitleParams,
  type UpdateParams,
} from './page.ts'

/** Encodes a path parameter. */
const segment = (value: string | number): string => encodeURIComponent(String(value).toWellFormed())

/** Appends the defined query parameters. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const defined = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return defined.length === 0 ? path : `${path}?${new URLSearchParams(defined).toString()}`
}

/** Page 1 is omitted. */
const pageNumber = (page: number | undefined): number | undefined => (page === 1 ? undefined : page)

export const homeUrl = '/'
export const vipUrl = '/vip'
export const adsUrl = '/ads'
export const adFormUrl = '/ads/form'

/** The user area and its pages. */
export const userUrl = '/user'
export const historyUrl = '/user/back'
export const favouritesUrl = '/user/favorite'
export const listsUrl = '/user/list'
export const remindersUrl = '/user/remind'
export const followsUrl = '/user/access'
export const commentsUrl = '/user/comment'
export const subscriptionsUrl = '/user/sub'
export const profileUrl = '/user/info'

export const detailsUrl = ({ pidId, id }: TitleParams): string => `/details/${pidId}/${id}`

/** Player page of an episode: `line` is the source, `t` the start position. */
export const vodUrl = ({ pidId, id, level, source, sourceAt, atSec }: EpisodeParams): string =>
  withQuery(`/player/vod/${pidId}/${id}/${level}`, { line: source, sid: sourceAt, t: atSec })

export const liveUrl = ({ types, stream, id, programme }: ChannelParams): string =>
  withQuery(`/player/live/${segment(types)}/${stream}/${id}`, { programme })

/** Player page of an overseas channel. */
export const overseasUrl = ({ type, group, stream, id, programme }: OverseasParams): string =>
  withQuery(`/player/live/us/${segment(type)}/${segment(group)}/${stream}/${id}`, { programme })

/** Page of a channel, on a line (0: the best), optionally at a past programme. */
export function channelUrl(
  { id, types, group, overseas }: ChannelAddress,
  { stream = 0, programme }: { stream?: number; programme?: number | undefined } = {},
): string {
  return overseas
    ? overseasUrl({ type: types, group, stream, id, programme })
    : liveUrl({ types, stream, id, programme })
}

export const guideUrl = ({ type, group, day }: GuideParams = {}): string =>
  withQuery('/guide', { type: type?.toWellFormed(), group: group?.toWellFormed(), day })

export const matchUrl = ({ id, stream }: MatchParams): string => `/match/play/${id}/${stream}`

/** The list of matches. */
export const matchesUrl = ({ day, sport, competition, state, team }: MatchesParams = {}): string =>
  withQuery('/match/single', { day, sport, competition, state, team })

export const competitionUrl = ({ id, season }: CompetitionParams): string =>
  withQuery(`/match/competition/${id}`, { season })

export const teamUrl = (id: number): string => `/match/team/${id}`

/** Page of a person by name. */
export const personUrl = (person: string): string => `/person/${segment(person)}`

export const tabsUrl = (typeId: number): string => `/tabs/${typeId}`

/** `/nav/{type}/{areas}/{year}/{types}/{letter}/{vip}/{order}.html?tags=`; without tags and on page 1 without a query. */
export function browseUrl(typeName: string, filter: Partial<BrowseFilter> = {}, page = 1): string {
  const { area, year, genre, letter, vip, order, tags } = { ...anyFilter, ...filter }
  const path = [typeName, area, year, genre, letter, vip, order].map(segment).join('/')
  return withQuery(`/nav/${path}.html`, {
    tags: tags === anyFilter.tags ? undefined : tags.toWellFormed(),
    page: pageNumber(page),
  })
}

export const rankUrl = ({ type, period }: RankParams = {}): string => withQuery('/rank', { type, period })

export const updateUrl = ({ type, day, page }: UpdateParams = {}): string =>
  withQuery('/update', { type, day, page: pageNumber(page) })

export const searchUrl = ({ q, kind, order, page }: SearchParams): string =>
  withQuery('/search', { q: q === '' ? undefined : q.toWellFormed(), kind, order, page: pageNumber(page) })

export const downloadUrl = (type?: 'android' | 'ios'): string => withQuery('/download', { type })

/** One advertising product, or the list of all. */
/** The booking form with a product chosen. */
export const adFormFor = (product: number): string => withQuery(adFormUrl, { product })

export const adUrl = (id?: number): string => (id === undefined ? '/ads/info' : `/ads/info/${id}`)
