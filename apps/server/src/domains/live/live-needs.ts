import type { OnAir, Programme, ProgrammeDetail } from '@yunmu/contract'
import type { LiveRow } from '@yunmu/hls'
import type { Clock } from '../../platform/process/clock.ts'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { KeyedHash } from '../../platform/process/keyed-hash.ts'
import type { FetchLogo } from './lists/fetch-logos.ts'

/** One rendition of an asset, as far as a schedule shows it. */
export interface FilmTrack {
  /** Of the rendition: the folder of its segments. */
  name: string
  codecs: string
  /** Bits per second. */
  bandwidth: number
  averageBandwidth: number
  /** Pixels and frames per second; 0 for sound. */
  width: number
  height: number
  frameRate: number
  /** Of each segment, milliseconds. */
  durationsMs: readonly number[]
}

/** A film of the station's own as schedules show it: one picture, one sound. */
export interface FilmTracks {
  version: number
  video: FilmTrack
  audio: FilmTrack
}

/** A programme of the past of a line, Unix seconds. */
export interface CatchupRequest {
  streamId: number
  startSec: number
  endSec: number
}

/**
 * Recordings of lines from outside. Their segments' addresses are relative to the line's own scope, and `file` says where
 * on disk one lies.
 */
export interface RecordedStreams {
  /** Of segments, whole seconds; the same for ever. */
  targetDurationSec(streamId: number): Promise<number>
  /** The newest rows that together last at least `seconds`, or all. */
  latest(streamId: number, seconds: number): Promise<LiveRow[]>
  /** What was on air between two moments, Unix milliseconds. */
  rows(streamId: number, fromMs: number, toMs: number): Promise<LiveRow[]>
  /** How much of that there is, in milliseconds. */
  availableMs(streamId: number, fromMs: number, toMs: number): Promise<number>
  /** Where what is kept of each line begins, Unix milliseconds; lines of which nothing is are left out. */
  archiveStarts(): Promise<ReadonlyMap<number, number>>
  /** What an address is as a source: `fetched` from elsewhere, or the operator's `own`; null for none. */
  sourceKindOf(address: string): 'fetched' | 'own' | null
  /** The lines that cannot be played now. What runs on demand can, as long as nobody found otherwise. */
  down(): Promise<ReadonlySet<number>>
  /** Somebody watches: a line that runs on demand starts, or goes on. */
  touch(streamId: number): void
  /** Whether a line on demand has to wait until somebody has left another one. */
  isAtCapacity(streamId: number): Promise<boolean>
  /** Whether who waits for a line's picture waits in vain: its sources have just failed. */
  isFailing(streamId: number): Promise<boolean>
  /**
   * Asks for a programme of the past that the line's sources have: it is fetched once, and plays while it comes. `failed` is
   * what they were asked for in vain a moment ago; `busy` that too much is waited for already.
   */
  requestCatchup(request: CatchupRequest): Promise<'coming' | 'failed' | 'busy'>
  /** What has come of it so far; null where nobody asked for it. */
  catchup(
    request: CatchupRequest,
  ): Promise<{ state: 'waiting' | 'fetching' | 'complete' | 'failed'; rows: LiveRow[] } | null>
  /** Where what an address below the line's scope names lies, relative to the data folder; null for what it has not. */
  file(streamId: number, rest: string): Promise<string | null>
}

/** The guide, as far as channels show it. */
export interface LiveGuide {
  /** What is on and what comes on these channels. Those without a guide are left out. */
  onAir(channelIds: readonly number[], nowMs: number): Promise<Map<number, { now: OnAir | null; next: OnAir | null }>>
  /** A programme and when it runs. */
  programme(id: number, nowMs: number): Promise<ProgrammeDetail | null>
  /**
   * Past programmes of these channels that can be watched, the last first; `total` stops at `totalCap`. `sinceMs` of each
   * channel is how far back that goes.
   */
  replays(
    channels: readonly { id: number; sinceMs: number }[],
    page: { nowMs: number; page: number; size: number },
  ): Promise<{ list: (Programme & { channelId: number })[]; total: number }>
  /** The same at random. */
  replaysAtRandom(
    channels: readonly { id: number; sinceMs: number }[],
    most: { nowMs: number; count: number },
  ): Promise<(Programme & { channelId: number })[]>
  /** What was announced of these channels from a moment on, in the order of channels and times. */
  programmesFrom(channelIds: readonly number[], fromMs: number): AsyncIterable<ProgrammeDetail>
  changed: EventKind
}

/** What this domain needs from outside. */
export interface LiveNeeds {
  clock: Clock
  events: Events
  hash: KeyedHash
  films: {
    /** Null for what is not ready, or cannot stand in a schedule. */
    tracks(assetId: number): Promise<FilmTracks | null>
    changed: readonly EventKind[]
  }
  recorded: RecordedStreams
  guide: LiveGuide
  people: {
    /** The channels that a person follows. */
    followedBy(userId: number): Promise<ReadonlySet<number>>
    /** Whether an account is there and not closed. */
    isOpen(userId: number): Promise<boolean>
  }
  /** Fetches a logo from outside and keeps it. */
  fetchLogo: FetchLogo
  /** The address of a playlist below a line's scope, signed for a day. */
  signed(place: { streamId: number; file: string }): string
}
