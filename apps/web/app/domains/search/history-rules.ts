import { searchHistoryLimit } from '@yunmu/contract/constants'

/** What somebody searched for in this browser, the latest first. */
export type SearchHistory = readonly string[]

/** Widths of letters and capitals make no other search. */
const sameness = (query: string): string => query.normalize('NFKC').toLowerCase()

/** With one more search: the same one stands once, and only the latest stay. */
export function withSearch(history: SearchHistory, query: string): SearchHistory {
  const others = history.filter((old) => sameness(old) !== sameness(query))
  return [query, ...others].slice(0, searchHistoryLimit)
}

/** Reads what was stored; what cannot be read is no history. */
export function parseHistory(stored: string): SearchHistory {
  try {
    const list: unknown = JSON.parse(stored)
    const queries = Array.isArray(list) ? list.filter((query) => typeof query === 'string' && query.trim() !== '') : []
    return queries.toReversed().reduce<SearchHistory>(withSearch, [])
  } catch {
    return []
  }
}
