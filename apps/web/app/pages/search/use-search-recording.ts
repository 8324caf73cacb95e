import { useEffect } from 'react'
import { addSearch } from '../../domains/search/search-history.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import type { SearchAddress } from './search-address.ts'

/** Queries counted by this page, so that going back and forth counts once. */
const countedQueries = new Set<string>()

/** Adds a query to this browser's history, and counts it for the hot keywords if its first page has results. */
export function useSearchRecording({ q, page }: SearchAddress, total: number | undefined): void {
  const script = useScript()
  useEffect(() => {
    if (q !== '') addSearch(q)
  }, [q])
  useEffect(() => {
    if (q === '' || page > 1 || !total || countedQueries.has(q)) return
    countedQueries.add(q)
    // An uncounted search is acceptable.
    callOnce('searchCount', { q }, script).catch(() => undefined)
  }, [q, page, total, script])
}
