import type { PoolConfig } from 'pg'
import type { GuideChannel } from './match-rules.ts'
import type { SourceChannel } from './source-store.ts'

/** What the thread that imports is told. */
export interface ImportOrder {
  connection: PoolConfig
  file: string
  sourceId: number
  zoneMinutes: number
  shiftMinutes: number
  channels: readonly GuideChannel[]
  /** What the operator said of channels in this source. */
  settings: readonly SourceChannel[]
  /** Channels that another source serves. */
  served: readonly number[]
  /** Unix seconds: what lies outside is not taken. */
  keepFromSec: number
  keepToSec: number
  limits: { maxBytes: number; maxProgrammes: number }
}

export interface ImportCounts {
  /** Of the file. */
  programmes: number
  channels: number
  /** Of the station: those that the file was matched to, and what was taken for them. */
  matched: number
  taken: number
  /** Programmes of the file that cannot be shown: no time, no title, no channel. */
  faults: number
  /** Channels that it knows as well, and that a source before it tells of. */
  standby: number
  /** Rows that were written or removed. */
  changed: number
}

/** What that thread tells. */
export type ImportWord =
  | { said: 'read'; bytes: number; programmes: number }
  | { said: 'merging'; taken: number }
  | { said: 'done'; counts: ImportCounts; reach: { channelId: number; untilSec: number }[] }
  /** `sentence` is the file's fault, for the operator. */
  | { said: 'refused'; sentence: string }
