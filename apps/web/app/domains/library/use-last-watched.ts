import type { HistoryItem } from '@yunmu/contract'
import { use, useEffect, useMemo } from 'react'
import { CallCacheContext, useCall } from '../../lib/calls/call-query.ts'
import { useHasSession } from '../../lib/session/session.ts'
import { useWatchRecords } from '../../lib/watching/use-watch-records.ts'
import { latestOfEachTitle } from '../../lib/watching/watch-record-rules.ts'
import { itemOfRecord, itemUrl } from './history-item.ts'
import { newestOf } from './history-rules.ts'

interface LastWatched {
  /** Newest first. While the account's are loading or if they failed to load, those of this browser. */
  items: readonly HistoryItem[]
  isLoading: boolean
}

/** The account's history, reloaded whenever its reader is mounted, merged with local records not yet uploaded. */
export function useLastWatched(count: number): LastWatched {
  const cache = use(CallCacheContext)
  const isIn = useHasSession()
  const { data, isError } = useCall('userWatches', { count }, { enabled: isIn })
  const records = useWatchRecords()
  useEffect(() => cache?.invalidate('userWatches '), [cache])
  const serverItems = isIn ? data?.list : undefined
  const items = useMemo(() => {
    const latest = latestOfEachTitle(records)
    const own = serverItems ? latest.filter(({ sent }) => sent !== true) : latest
    return newestOf(serverItems ?? [], own.map(itemOfRecord))
      .filter((item) => serverItems || itemUrl(item) !== null)
      .slice(0, count)
  }, [serverItems, records, count])
  return { items, isLoading: isIn && data === undefined && !isError }
}
