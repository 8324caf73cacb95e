import type { SearchOrder } from '@yunmu/contract'
import { searchQuery } from '@yunmu/contract/search-query'
import { searchKinds, searchOrders, searchUrl, type SearchKind } from '../../lib/urls.ts'

/** What the address of a page of results asks for. */
export interface SearchAddress {
  /** Empty where there is nothing to search for. */
  q: string
  kind: SearchKind
  order: SearchOrder
  /** 1-based. */
  page: number
}

/** Titles on a page: whole lines of one and of two. */
export const pageSize = 30

/** Reads an address. What is no kind, order or page number is the first of them. */
export function readSearchAddress(search: URLSearchParams): SearchAddress {
  const page = search.get('page') ?? ''
  return {
    q: searchQuery(search.get('q') ?? ''),
    kind: searchKinds.find((kind) => kind === search.get('kind')) ?? searchKinds[0],
    order: searchOrders.find((order) => order === search.get('order')) ?? searchOrders[0],
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
}

/** The address itself; what is the first of its kind stands unsaid. */
export const addressUrl = ({ q, kind, order, page }: SearchAddress): string =>
  searchUrl({
    q,
    page,
    kind: kind === searchKinds[0] ? undefined : kind,
    order: order === searchOrders[0] ? undefined : order,
  })

/** What the call sends for it. */
export const searchOf = (address: SearchAddress) => ({ ...address, size: pageSize })
