import type { SeoEntry, SeoPage } from '@yunmu/contract'
import { useEffect } from 'react'
import { useCall } from '../calls/call-query.ts'
import { readSession, writeSession } from '../storage.ts'

const storageKey = 'seo'

const isEntry = (value: unknown): value is Partial<SeoEntry> =>
  value instanceof Object && Object.values(value).every((text) => typeof text === 'string')

function readKept(): readonly Partial<SeoEntry>[] {
  try {
    const kept: unknown = JSON.parse(readSession(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

/** What the operator says of a page. Where the list does not come, the one of this session holds, and then none. */
export function useSeoEntry(page: SeoPage | null): Partial<SeoEntry> | undefined {
  const { data, isError } = useCall('indexSeo', {})
  useEffect(() => {
    if (data) writeSession(storageKey, JSON.stringify(data.list))
  }, [data])
  // What failed did so in the browser: the server and the first drawing know of no session.
  const list = data?.list ?? (isError ? readKept() : [])
  return list.find((entry) => entry.page === page)
}
