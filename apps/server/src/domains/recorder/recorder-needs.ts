import type { Catchup } from '@yunmu/formats'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Platform, PlatformConfig } from '../../platform/platform.ts'
import type { Events } from '../../platform/events/events.ts'
import type { RecorderSettings } from './recorder-settings.ts'

/** A source of a stream. `docs/recording.md` lists the forms of addresses. */
export interface StreamSource {
  address: string
  /** User agent for requests; empty for the default. */
  userAgent: string
  /** How past programmes can be requested from it. */
  catchup?: Catchup
}

/** A stream that is to be recorded. */
export interface RecordedStream {
  id: number
  /** Recorded only while somebody watches. */
  onDemand: boolean
  /** A stream of a match: it is recorded without viewers, but no more of these at once than on demand. */
  isOfMatch: boolean
  /** How long its recording is stored. */
  retentionHours: number
  /** What is stored longer, Unix milliseconds. */
  kept: readonly { fromMs: number; untilMs: number }[]
  /** In order of preference. */
  sources: readonly StreamSource[]
}

/** What this domain needs from outside. */
export interface RecorderNeeds {
  settings: RecorderSettings
}

/** The services that readers of recordings use. */
export interface RecorderPlatform extends Pick<Platform, 'db' | 'clock'> {
  config: Pick<PlatformConfig, 'dataDir'>
  events: Events
  secrets: Pick<Platform['secrets'], 'mediaKey'>
}

/** The services that recording uses besides. */
export interface RecordingPlatform extends Pick<Platform, 'log' | 'egress'> {
  config: Pick<PlatformConfig, 'egressAllow'>
}

/** What recording needs from outside. */
export interface RecordingNeeds {
  streams(): Promise<RecordedStream[]>
}

/** Dependencies of the parts that record. */
export interface RecordingParts extends RecorderNeeds, RecordingNeeds, Pick<Platform, 'clock' | 'log' | 'egress'> {
  events: Events
  dataDir: string
  hash: KeyedHash
  /** Internal destinations (`host:port`) that sources may use. */
  egressAllow: readonly string[]
  /** The secret of `hash`, for the ingest process. */
  secret: string
}
