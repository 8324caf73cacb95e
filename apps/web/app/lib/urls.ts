import type { ListOrder } from '@yunmu/contract'
import { anyWord } from '@yunmu/contract/constants'

/** Every address of the pages, built in one place. Parameters are encoded; Chinese words stand in the path. */

const segment = (value: string | number): string => encodeURIComponent(value)

export const homeUrl = '/'

export const userUrl = '/user'

/** The pages of the user area. */
export const historyUrl = '/user/back'
export const favouritesUrl = '/user/favorite'
export const followsUrl = '/user/access'
export const commentsUrl = '/user/comment'
export const subscriptionsUrl = '/user/sub'
export const profileUrl = '/user/info'

export const detailsUrl = (title: { pidId: number; id: number }): string => `/details/${title.pidId}/${title.id}`

/**
 * The player page of an episode. `source` names the line where it is not the first, `atSec` where to begin if not where
 * it was left.
 */
export function vodUrl(episode: {
  pidId: number
  id: number
  level: number
  source?: number | undefined
  atSec?: number | undefined
}): string {
  const { pidId, id, level, source, atSec } = episode
  const query = new URLSearchParams({
    ...(source === undefined ? {} : { line: String(source) }),
    ...(atSec === undefined ? {} : { t: String(atSec) }),
  }).toString()
  return `/player/vod/${pidId}/${id}/${level}${query === '' ? '' : `?${query}`}`
}

export const tabsUrl = (typeId: number): string => `/tabs/${typeId}`

/** What a browse page is narrowed to. Every field has its word for "any". */
export interface BrowseFilter {
  area: string
  year: string
  genre: string
  letter: string
  vip: string
  order: ListOrder
}

export const anyFilter: BrowseFilter = {
  area: anyWord.area,
  year: anyWord.year,
  genre: anyWord.genre,
  letter: anyWord.letter,
  vip: anyWord.vip,
  order: anyWord.order,
}

/** `/nav/{type}/{areas}/{year}/{types}/{letter}/{vip}/{order}.html`; the first page has no `page`. */
export function browseUrl(typeName: string, filter: Partial<BrowseFilter> = {}, page = 1): string {
  const { area, year, genre, letter, vip, order } = { ...anyFilter, ...filter }
  const path = [typeName, area, year, genre, letter, vip, order].map(segment).join('/')
  return `/nav/${path}.html${page > 1 ? `?page=${page}` : ''}`
}
