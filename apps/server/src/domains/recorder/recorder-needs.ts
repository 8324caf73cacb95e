import type { Catchup } from '@yunmu/formats'
import type { Clock } from '../../platform/process/clock.ts'
import type { Egress } from '../../platform/egress/egress.ts'
import type { Events } from '../../platform/events/events.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { RecorderSettings } from './recorder-settings.ts'

/** One of the addresses that a stream may come from. `docs/recording.md` lists their forms. */
export interface StreamSource {
  address: string
  /** What its provider wants to hear; empty is our own name. */
  userAgent: string
  /** How it can be asked for what it showed. */
  catchup?: Catchup
}

/** A stream that is to be recorded. */
export interface RecordedStream {
  id: number
  /** Runs only while somebody watches. */
  onDemand: boolean
  /** How long its recording is kept. */
  retentionHours: number
  /** In order of preference. */
  sources: readonly StreamSource[]
}

/** What whoever reads recordings stands on. */
export interface RecorderNeeds {
  dataDir: string
  clock: Clock
  events: Events
  hash: KeyedHash
  settings: RecorderSettings
}

/** What whoever records needs beside. */
export interface RecordingNeeds extends RecorderNeeds {
  log: Logger
  egress: Egress
  /** Destinations inside the house that sources may come from, `host:port`. */
  egressAllow: readonly string[]
  /** The secret under `hash`, for the process that takes pushes. */
  secret: string
  streams(): Promise<RecordedStream[]>
}
