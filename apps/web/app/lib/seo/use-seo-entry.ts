import type { SeoEntry, SeoPage } from '@yunmu/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../call-query.ts'
import { readSession, writeSession } from '../storage.ts'

const storageKey = 'seo'
const fields = ['page', 'seo_title', 'seo_keywords', 'seo_description']

const isEntry = (value: unknown): value is SeoEntry =>
  value instanceof Object && fields.every((field) => typeof Reflect.get(value, field) === 'string')

function readKept(): readonly SeoEntry[] {
  try {
    const kept: unknown = JSON.parse(readSession(storageKey) ?? '')
    return Array.isArray(kept) ? kept.filter(isEntry) : []
  } catch {
    return []
  }
}

/** What the operator says of a page. Where the list does not come, the one of this session holds, and then none. */
export function useSeoEntry(page: SeoPage | null): SeoEntry | undefined {
  const { data, isError } = useCall('indexSeo', {})
  const [kept, setKept] = useState<readonly SeoEntry[]>([])
  useEffect(() => {
    if (data) writeSession(storageKey, JSON.stringify(data.list))
    else if (isError) setKept(readKept())
  }, [data, isError])
  return (data?.list ?? kept).find((entry) => entry.page === page)
}
