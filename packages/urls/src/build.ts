import {
  anyFilter,
  type BrowseFilter,
  type ChannelAddress,
  type ChannelPlace,
  type EpisodePlace,
  type GuidePlace,
  type MatchPlace,
  type OverseasPlace,
  type RankPlace,
  type SearchPlace,
  type TitlePlace,
  type UpdatePlace,
} from './page.ts'

/** Parameters are encoded; Chinese words stand in the path. */
const segment = (value: string | number): string => encodeURIComponent(String(value).toWellFormed())

/** An address with what the query says; what is undefined says nothing. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const said = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) said.set(name, String(value))
  return said.size === 0 ? path : `${path}?${said.toString()}`
}

/** The first page of a list says no number. */
const pageNumber = (page: number | undefined): number | undefined => (page === 1 ? undefined : page)

export const homeUrl = '/'
export const vipUrl = '/vip'
export const matchesUrl = '/match/single'
export const passwordUrl = '/player/password'
export const adsUrl = '/ads'
export const adFormUrl = '/ads/form'

/** The user area, and its pages. */
export const userUrl = '/user'
export const historyUrl = '/user/back'
export const favouritesUrl = '/user/favorite'
export const followsUrl = '/user/access'
export const commentsUrl = '/user/comment'
export const subscriptionsUrl = '/user/sub'
export const profileUrl = '/user/info'

export const detailsUrl = ({ pidId, id }: TitlePlace): string => `/details/${pidId}/${id}`

/** The player page of an episode: `line` names the source, `t` where to begin. */
export const vodUrl = ({ pidId, id, level, source, sourceAt, atSec }: EpisodePlace): string =>
  withQuery(`/player/vod/${pidId}/${id}/${level}`, { line: source, sid: sourceAt, t: atSec })

export const liveUrl = ({ types, stream, id, programme }: ChannelPlace): string =>
  withQuery(`/player/live/${segment(types)}/${stream}/${id}`, { programme })

/** The player page of an overseas channel. */
export const overseasUrl = ({ type, group, stream, id, programme }: OverseasPlace): string =>
  withQuery(`/player/live/us/${segment(type)}/${segment(group)}/${stream}/${id}`, { programme })

/** The page of a channel, on a line (0: the best) and at a past programme where one is named. */
export function channelUrl(
  { id, types, group, overseas }: ChannelAddress,
  { stream = 0, programme }: { stream?: number; programme?: number | undefined } = {},
): string {
  return overseas
    ? overseasUrl({ type: types, group, stream, id, programme })
    : liveUrl({ types, stream, id, programme })
}

export const guideUrl = ({ type, group, day }: GuidePlace = {}): string =>
  withQuery('/guide', { type: type?.toWellFormed(), group: group?.toWellFormed(), day })

export const matchUrl = ({ id, stream }: MatchPlace): string => `/match/play/${id}/${stream}`

export const tabsUrl = (typeId: number): string => `/tabs/${typeId}`

/** `/nav/{type}/{areas}/{year}/{types}/{letter}/{vip}/{order}.html`; the first page has no `page`. */
export function browseUrl(typeName: string, filter: Partial<BrowseFilter> = {}, page = 1): string {
  const { area, year, genre, letter, vip, order } = { ...anyFilter, ...filter }
  const path = [typeName, area, year, genre, letter, vip, order].map(segment).join('/')
  return withQuery(`/nav/${path}.html`, { page: pageNumber(page) })
}

export const rankUrl = ({ type, period }: RankPlace = {}): string => withQuery('/rank', { type, period })

export const updateUrl = ({ type, day, page }: UpdatePlace = {}): string =>
  withQuery('/update', { type, day, page: pageNumber(page) })

export const searchUrl = ({ q, kind, order, page }: SearchPlace): string =>
  withQuery('/search', { q: q === '' ? undefined : q.toWellFormed(), kind, order, page: pageNumber(page) })

export const downloadUrl = (type?: 'android' | 'ios'): string => withQuery('/download', { type })

/** One advertising product, or all that can be booked. */
export const adUrl = (id?: number): string => (id === undefined ? '/ads/info' : `/ads/info/${id}`)
