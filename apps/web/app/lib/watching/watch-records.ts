import type { WatchType } from '@yunmu/contract'
import { tvPidIds } from '@yunmu/contract/constants'
import { readStored, removeStored, writeStored } from '../storage.ts'
import { storeHomeRow } from './home-rows.ts'
import {
  fillResumeRow,
  homeRows,
  parseWatchRecords,
  watchRecordKey,
  withMerged,
  withRecord,
  withSent,
  type WatchRecord,
} from './watch-record-rules.ts'

/** Record type of the synchronisation call: series are `tv`. */
export function syncTypeOf({ type, pidId }: Pick<WatchRecord, 'type' | 'pidId'>): WatchType {
  if (type !== 'vod') return type
  return tvPidIds.some((id) => id === pidId) ? 'tv' : 'vod'
}

let cached: { text: string | null; records: readonly WatchRecord[] } = { text: null, records: [] }
const listeners = new Set<() => void>()

/** All records, newest first. The same array until something changes. */
export function readWatchRecords(): readonly WatchRecord[] {
  const text = readStored(watchRecordKey)
  if (text !== cached.text) cached = { text, records: parseWatchRecords(text) }
  return cached.records
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function storeRecords(records: readonly WatchRecord[]): void {
  writeStored(watchRecordKey, JSON.stringify(records))
  // Not removed if these are too few: the account may have more.
  if (fillResumeRow(records)) storeHomeRow('resume', true)
  notifyListeners()
}

export const saveWatch = (record: WatchRecord): void => storeRecords(withRecord(readWatchRecords(), record))

/** Merges a record from another device if it is newer. */
export function mergeWatch(record: WatchRecord): void {
  const records = readWatchRecords()
  const next = withMerged(records, record)
  if (next !== records) storeRecords(next)
}

/** Marks records that the server has. */
export const markUploaded = (sent: readonly WatchRecord[]): void => storeRecords(withSent(readWatchRecords(), sent))

/** The type of the local records of a history item. */
export const recordTypeOf = (type: WatchType): WatchRecord['type'] => (type === 'tv' ? 'vod' : type)

/** Deletes the records of a title (all episodes), channel or match. */
export function deleteWatch(target: { type: WatchType; id: number }): void {
  const gone = recordTypeOf(target.type)
  storeRecords(readWatchRecords().filter(({ type, id }) => type !== gone || id !== target.id))
}

export function deleteAllWatches(): void {
  removeStored(watchRecordKey)
  for (const row of homeRows) storeHomeRow(row, false)
  notifyListeners()
}

/** Calls back when the records change, in any tab. Returns the unsubscribe function. */
export function onWatchRecords(listener: () => void): () => void {
  const fromOtherPage = ({ key }: StorageEvent): void => {
    if (key === watchRecordKey || key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromOtherPage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromOtherPage)
  }
}
