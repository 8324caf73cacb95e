import { anyFilter, browseUrl, type BrowseFilter } from '../../lib/urls.ts'

/** Content of a browse page's address. */
export interface BrowseAddress {
  /** Category by name. */
  type: string
  filter: BrowseFilter
  /** 1-based. */
  page: number
}

/** Route parameters. */
export interface BrowseParams {
  type: string
  areas: string
  year: string
  types: string
  letter: string
  vip: string
  order: string
}

/** Sort orders; each value appears in the address. */
export const orders = ['最新', '最热', '评分'] as const

/** Titles per page: divisible by the common numbers of columns (seven, six, three). */
export const pageSize = 42

/** Parses an address. Unknown orders become the first one, invalid page numbers 1. */
export function readBrowseAddress(params: BrowseParams, search: URLSearchParams): BrowseAddress {
  const page = search.get('page') ?? ''
  return {
    type: params.type,
    filter: {
      area: params.areas,
      year: params.year,
      genre: params.types,
      letter: params.letter,
      vip: params.vip,
      order: orders.find((order) => order === params.order) ?? anyFilter.order,
      tags: search.get('tags') ?? anyFilter.tags,
    },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address with one field replaced, on page 1. */
export const urlWith = ({ type, filter }: BrowseAddress, field: keyof BrowseFilter, word: string): string =>
  browseUrl(type, { ...filter, [field]: word })

/** Active filters, the genres first. */
export function selectedFields({ filter }: BrowseAddress): Exclude<keyof BrowseFilter, 'order'>[] {
  return (['genre', 'tags', 'area', 'year', 'letter', 'vip'] as const).filter(
    (field) => filter[field] !== anyFilter[field],
  )
}

/** Input of the list call. */
export const listCall = ({ filter: { tags, ...filter }, page }: BrowseAddress, type: number) => ({
  ...filter,
  ...(tags !== anyFilter.tags && { tags }),
  type,
  lang: '0',
  page,
  size: pageSize,
})
