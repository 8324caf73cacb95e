import type { PoolConfig } from 'pg'
import type { GuideChannel } from './match-rules.ts'
import type { ChannelSetting } from './source-store.ts'

/** Input of the import worker. */
export interface ImportRequest {
  connection: PoolConfig
  file: string
  sourceId: number
  zoneMinutes: number
  shiftMinutes: number
  channels: readonly GuideChannel[]
  /** The operator's settings for channels of this source. */
  settings: readonly ChannelSetting[]
  /** Channels that an earlier source provides. */
  served: readonly number[]
  /** Unix seconds; programmes outside this span are ignored. */
  keepFromSec: number
  keepToSec: number
  limits: { maxBytes: number; maxProgrammes: number }
}

export interface ImportCounts {
  /** Programmes and channels in the file. */
  programmes: number
  channels: number
  /** Channels of the station that the file was matched to. */
  matched: number
  /** Programmes imported for them. */
  taken: number
  /** Faulty programmes of the file: no time, no title or no channel. */
  faults: number
  /** Channels that the file provides, but an earlier source provides already. */
  standby: number
  /** Rows written or deleted. */
  changed: number
}

/** Messages of the import worker. */
export type ImportMessage =
  | { type: 'read'; bytes: number; programmes: number }
  | { type: 'merging'; taken: number }
  | { type: 'done'; counts: ImportCounts; coverage: { channelId: number; untilSec: number }[] }
  /** The file is faulty; `reason` is the operator's message. */
  | { type: 'refused'; reason: string }
