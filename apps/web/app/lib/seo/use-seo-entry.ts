import type { SeoEntry, SeoPage } from '@yunmu/contract'
import { useEffect } from 'react'
import { useCall } from '../calls/call-query.ts'
import { readSession, writeSession } from '../storage.ts'

const storageKey = 'seo'

const isEntry = (value: unknown): value is Partial<SeoEntry> =>
  value instanceof Object && Object.values(value).every((text) => typeof text === 'string')

function readStoredEntries(): readonly Partial<SeoEntry>[] {
  try {
    const stored: unknown = JSON.parse(readSession(storageKey) ?? '')
    return Array.isArray(stored) ? stored.filter(isEntry) : []
  } catch {
    return []
  }
}

/** The operator's metadata of a page. If the call fails, the copy in session storage is used, if there is one. */
export function useSeoEntry(page: SeoPage | null): Partial<SeoEntry> | undefined {
  const { data, isError } = useCall('indexSeo', {})
  useEffect(() => {
    if (data) writeSession(storageKey, JSON.stringify(data.list))
  }, [data])
  // Session storage is read only after a failed call, which happens in the browser alone: the first render must match
  // the server's.
  const list = data?.list ?? (isError ? readStoredEntries() : [])
  return list.find((entry) => entry.page === page)
}
