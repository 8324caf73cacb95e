import { useEffect } from 'react'
import { addSearch } from '../../domains/search/search-history.ts'
import { callOnce } from '../../lib/calls/call-query.ts'
import { useScript } from '../../lib/site/preferences.tsx'
import type { SearchAddress } from './search-address.ts'

/** What was counted from this page: who goes back and forth searches once. */
const counted = new Set<string>()

/** Keeps a search in the history of this browser, and counts it for the hot keywords where its first page found something. */
export function useRecorded({ q, page }: SearchAddress, total: number | undefined): void {
  const script = useScript()
  useEffect(() => {
    if (q !== '') addSearch(q)
  }, [q])
  useEffect(() => {
    if (q === '' || page > 1 || !total || counted.has(q)) return
    counted.add(q)
    // A search that is not counted is nobody's loss.
    callOnce('searchCount', { q }, script).catch(() => undefined)
  }, [q, page, total, script])
}
