import { searchHistoryLimit } from '@yunmu/contract/constants'

/** Searches of this browser, latest first. */
export type SearchHistory = readonly string[]

/** Queries that differ in case or character width are the same search. */
const normalizeQuery = (query: string): string => query.normalize('NFKC').toLowerCase()

/** Adds a search without duplicates; drops the oldest beyond the limit. */
export function withSearch(history: SearchHistory, query: string): SearchHistory {
  const others = history.filter((old) => normalizeQuery(old) !== normalizeQuery(query))
  return [query, ...others].slice(0, searchHistoryLimit)
}

/** Parses the stored history; empty if invalid. */
export function parseHistory(stored: string): SearchHistory {
  try {
    const list: unknown = JSON.parse(stored)
    const queries = Array.isArray(list) ? list.filter((query) => typeof query === 'string' && query.trim() !== '') : []
    return queries.toReversed().reduce<SearchHistory>(withSearch, [])
  } catch {
    return []
  }
}
