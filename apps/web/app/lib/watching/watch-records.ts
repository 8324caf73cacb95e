import { tvPidIds } from '@yunmu/contract/constants'
import { readStored, removeStored, writeStored } from '../storage.ts'
import {
  parseWatchRecords,
  watchRecordKey,
  withKnown,
  withRecord,
  withSent,
  type WatchRecord,
} from './watch-record-rules.ts'

/** The record's type as synchronisation names it: series are `tv`. */
export function syncTypeOf({ type, pidId }: Pick<WatchRecord, 'type' | 'pidId'>): 'vod' | 'tv' | 'live' {
  if (type === 'live') return 'live'
  return tvPidIds.some((id) => id === pidId) ? 'tv' : 'vod'
}

let cached: { text: string | null; records: readonly WatchRecord[] } = { text: null, records: [] }
const listeners = new Set<() => void>()

/** Every record, newest first. The same array until something changes. */
export function readWatchRecords(): readonly WatchRecord[] {
  const text = readStored(watchRecordKey)
  if (text !== cached.text) cached = { text, records: parseWatchRecords(text) }
  return cached.records
}

function changed(): void {
  for (const listener of listeners) listener()
}

function keep(records: readonly WatchRecord[]): void {
  writeStored(watchRecordKey, JSON.stringify(records))
  changed()
}

export const rememberWatch = (record: WatchRecord): void => keep(withRecord(readWatchRecords(), record))

/** Takes over what was watched on another device, where that is newer. */
export function learnWatch(known: WatchRecord): void {
  const records = readWatchRecords()
  const next = withKnown(records, known)
  if (next !== records) keep(next)
}

/** Notes that the station has these records as they are. */
export const markSent = (sent: readonly WatchRecord[]): void => keep(withSent(readWatchRecords(), sent))

/** Forgets every episode of a title, or a channel. */
export function forgetWatch(gone: Pick<WatchRecord, 'type' | 'id'>): void {
  keep(readWatchRecords().filter(({ type, id }) => type !== gone.type || id !== gone.id))
}

export function forgetAllWatches(): void {
  removeStored(watchRecordKey)
  changed()
}

/** Calls back when the records change, in this page or in another of the same browser. Returns what ends it. */
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
