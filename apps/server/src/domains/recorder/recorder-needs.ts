import type { Catchup } from '@yunmu/formats'
import type { Clock } from '../../platform/process/clock.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import type { Events } from '../../platform/events/events.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Logger } from '../../platform/process/logger.ts'
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
  /** How long its recording is stored. */
  retentionHours: number
  /** In order of preference. */
  sources: readonly StreamSource[]
}

/** Dependencies for reading recordings. */
export interface RecorderNeeds {
  dataDir: string
  clock: Clock
  events: Events
  hash: KeyedHash
  settings: RecorderSettings
}

/** Additional dependencies for recording. */
export interface RecordingNeeds extends RecorderNeeds {
  log: Logger
  egress: Egress
  /** Internal destinations (`host:port`) that sources may use. */
  egressAllow: readonly string[]
  /** The secret of `hash`, for the ingest process. */
  secret: string
  streams(): Promise<RecordedStream[]>
}
