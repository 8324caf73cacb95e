import type { SearchOrder } from '@yunmu/contract'
import { searchQuery } from '@yunmu/contract/search-query'
import { searchKinds, searchOrders, searchUrl, type SearchKind } from '../../lib/urls.ts'

/** Content of a search page's address. */
export interface SearchAddress {
  /** Empty without a query. */
  q: string
  kind: SearchKind
  order: SearchOrder
  /** 1-based. */
  page: number
}

/** Titles per page: whole rows in one and two columns. */
export const pageSize = 30

/** Parses an address. Invalid kinds, orders and page numbers become the first. */
export function readSearchAddress(search: URLSearchParams): SearchAddress {
  const page = search.get('page') ?? ''
  return {
    q: searchQuery(search.get('q') ?? ''),
    kind: searchKinds.find((kind) => kind === search.get('kind')) ?? searchKinds[0],
    order: searchOrders.find((order) => order === search.get('order')) ?? searchOrders[0],
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** Canonical address: defaults are omitted. */
export const addressUrl = ({ q, kind, order, page }: SearchAddress): string =>
  searchUrl({
    q,
    page,
    kind: kind === searchKinds[0] ? undefined : kind,
    order: order === searchOrders[0] ? undefined : order,
  })

/** Input of the search call. */
export const searchCall = (address: SearchAddress) => ({ ...address, size: pageSize })
