import { useSyncExternalStore } from 'react'
import type { WatchRecord } from './watch-record-rules.ts'
import { onWatchRecords, readWatchRecords } from './watch-records.ts'

const none: readonly WatchRecord[] = []

/** Watch records of this browser, newest first; none during hydration. */
export const useWatchRecords = (): readonly WatchRecord[] =>
  useSyncExternalStore(onWatchRecords, readWatchRecords, () => none)
