import { useSyncExternalStore } from 'react'
import type { WatchRecord } from './watch-record-rules.ts'
import { onWatchRecords, readWatchRecords } from './watch-records.ts'

const none: readonly WatchRecord[] = []

/** This browser's watch records, newest first; none while the page comes from the server. */
export const useWatchRecords = (): readonly WatchRecord[] =>
  useSyncExternalStore(onWatchRecords, readWatchRecords, () => none)
