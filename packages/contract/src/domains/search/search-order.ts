import * as z from 'zod/mini'
import { orderSegment } from '../../core/fields.ts'

/** Sort orders of search results, as in addresses. */
export const SearchOrder = z.enum(['相关', '最新', '最热', '评分'])
export type SearchOrder = z.output<typeof SearchOrder>

export const searchOrderSegment = orderSegment(SearchOrder, '相关')

/** Kinds of results: all, films and series, channels, matches. */
export const SearchKind = z.enum(['all', 'vod', 'live', 'match'])
export type SearchKind = z.output<typeof SearchKind>
