import * as z from 'zod/mini'

/** The words of the order line of results, as addresses carry them. */
export const SearchOrder = z.enum(['相关', '最新', '最热', '评分'])
export type SearchOrder = z.output<typeof SearchOrder>

/** What is searched: everything, films and series, live channels, matches. */
export const SearchKind = z.enum(['all', 'vod', 'live', 'match'])
export type SearchKind = z.output<typeof SearchKind>
