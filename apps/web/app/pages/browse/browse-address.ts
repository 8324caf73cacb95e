import { anyFilter, browseUrl, type BrowseFilter } from '../../lib/urls.ts'

/** What the address of a browse page asks for. */
export interface BrowseAddress {
  /** The category by name. */
  type: string
  filter: BrowseFilter
  /** 1-based. */
  page: number
}

/** The parameters of the route. */
export interface BrowseParams {
  type: string
  areas: string
  year: string
  types: string
  letter: string
  vip: string
  order: string
}

/** The order line; each word is its own address. */
export const orders = ['最新', '最热', '评分'] as const

/** Titles on a page: six lines of seven, seven of six, fourteen of three. */
export const pageSize = 42

/** Reads an address. What is no order is the first one, what is no page number is page 1. */
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
    },
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address with another word in one place, from the first page on. */
export const withWord = ({ type, filter }: BrowseAddress, field: keyof BrowseFilter, word: string): string =>
  browseUrl(type, { ...filter, [field]: word })

/** The words by which the list is narrowed, in the order of the address. */
export function chosenFields({ filter }: BrowseAddress): Exclude<keyof BrowseFilter, 'order'>[] {
  return (['genre', 'area', 'year', 'letter', 'vip'] as const).filter((field) => filter[field] !== anyFilter[field])
}

/** What the list call sends for it. */
export const listOf = ({ filter, page }: BrowseAddress, type: number) => ({
  ...filter,
  type,
  lang: '0',
  page,
  size: pageSize,
})
