import type { OnAir, Programme, ProgrammeDetail } from '@yunmu/contract'
import type { LiveRow } from '@yunmu/hls'
import type { EventKind } from '../../platform/events/events.ts'
import type { FetchLogo } from './lists/fetch-logos.ts'
import type { LiveMatches } from './live-matches.ts'
import type { Measure } from './probes/probe-source.ts'
import type { ChannelSpan } from './playlists/playlist-names.ts'

/** A segment of a film. Names are relative to the folder of its rendition. */
export interface FilmSegment {
  durationMs: number
  file: string
  /** Its media initialisation section. */
  init: string
  /** Whether the media timeline restarts with it. */
  restarts: boolean
}

/** One rendition of an asset as schedules use it. */
export interface FilmTrack {
  /** Name of the rendition, which is the folder of its segments. */
  name: string
  codecs: string
  /** Bits per second. */
  bandwidth: number
  averageBandwidth: number
  /** Pixels and frames per second; 0 for sound. */
  width: number
  height: number
  frameRate: number
  segments: readonly FilmSegment[]
}

/** The tracks of a film that schedules play: two videos, which may be the same, and one audio rendition. */
export interface FilmTracks {
  version: number
  video: FilmTrack
  /** The lowest video, with the same segments. */
  small: FilmTrack
  audio: FilmTrack
}

/** A past programme of a line, to be fetched from its sources. Unix seconds. */
export interface CatchupRequest {
  streamId: number
  startSec: number
  endSec: number
}

/** Recordings of lines. URLs of segments are relative to the scope of the line; `file` maps them to files. */
export interface RecordedStreams {
  /** Target duration of playlists in whole seconds; never decreases. */
  targetDurationSec(streamId: number): Promise<number>
  /** The newest rows that together last at least `seconds`, or all. */
  latest(streamId: number, seconds: number): Promise<LiveRow[]>
  /** Segments between two moments, Unix milliseconds. */
  rows(streamId: number, fromMs: number, toMs: number): Promise<LiveRow[]>
  /** Recorded duration between two moments, in milliseconds. */
  availableMs(streamId: number, fromMs: number, toMs: number): Promise<number>
  /** Start of the stored recording by stream id, Unix milliseconds. Streams without recordings are omitted. */
  archiveStarts(): Promise<ReadonlyMap<number, number>>
  /** Kind of a source address: `remote` is fetched, `local` opens a port or reads a file; null if it cannot be recorded. */
  sourceKindOf(address: string): 'remote' | 'local' | null
  /** Streams that cannot be played now. A stream on demand counts as playable until a start fails. */
  down(): Promise<ReadonlySet<number>>
  /** Streams that have a picture now. */
  running(): Promise<ReadonlySet<number>>
  /** Starts a stream on demand, or keeps it running. */
  touch(streamId: number): void
  /** Whether a stream on demand has to wait because the maximum number of streams is running. */
  isAtCapacity(streamId: number): Promise<boolean>
  /** Whether the sources of a stream have just failed, so that waiting for a picture is useless. */
  isFailing(streamId: number): Promise<boolean>
  /**
   * Requests a past programme from the sources of a line. It is fetched once and can be played while it is fetched.
   * `failed`: a recent attempt failed; `busy`: too many requests are pending.
   */
  requestCatchup(request: CatchupRequest): Promise<'pending' | 'failed' | 'busy'>
  /** The state of a requested programme and its segments so far; null if it was not requested. */
  catchup(
    request: CatchupRequest,
  ): Promise<{ state: 'waiting' | 'fetching' | 'complete' | 'failed'; rows: LiveRow[] } | null>
  /** The file of a URL below the line's scope, relative to the data folder; null if there is none. */
  file(streamId: number, rest: string): Promise<string | null>
}

/** The programme guide as this domain needs it. */
export interface LiveGuide {
  /** The current and the next programme. Channels without a guide are omitted. */
  onAir(channelIds: readonly number[], nowMs: number): Promise<Map<number, { now: OnAir | null; next: OnAir | null }>>
  /** A programme with its details, or null. */
  programme(id: number, nowMs: number): Promise<ProgrammeDetail | null>
  /** Past programmes of these channels since `sinceMs`, newest first; `total` stops at `totalCap`. */
  replays(
    channels: readonly { id: number; sinceMs: number }[],
    page: { nowMs: number; page: number; size: number },
  ): Promise<{ list: (Programme & { channelId: number })[]; total: number }>
  /** Random past programmes of these channels. */
  replaysAtRandom(
    channels: readonly { id: number; sinceMs: number }[],
    most: { nowMs: number; count: number },
  ): Promise<(Programme & { channelId: number })[]>
  /** Programmes of these channels from a moment on, ordered by channel and start. */
  programmesFrom(channelIds: readonly number[], fromMs: number): AsyncIterable<ProgrammeDetail>
  /** Programmes of a channel that overlap a span, Unix seconds. */
  of(
    channelId: number,
    fromSec: number,
    toSec: number,
  ): Promise<readonly { startSec: number; endSec: number; name: string }[]>
  changed: EventKind
}

/** What is kept of channels for recordings of matches, however far back the channel itself can be played. */
export interface MatchRecordings {
  keptOn(channelId: number): Promise<readonly ChannelSpan[]>
  /** The parts that are the highlights of a stream of a match, in order; empty if the channel has none. */
  highlightsOn(channelId: number, stream: { matchId: number; number: number }): Promise<readonly ChannelSpan[]>
}

/** Dependencies of this domain, provided by the station. */
export interface LiveNeeds {
  films: {
    /** Null if the asset is not ready or cannot be used in a schedule. */
    tracks(assetId: number): Promise<FilmTracks | null>
    /** The path of a file below a version of an asset, relative to the data folder; null if the asset does not play it. */
    file(address: { assetId: number; version: number; rest: string }): Promise<string | null>
    changed: readonly EventKind[]
  }
  recorded: RecordedStreams
  guide: LiveGuide
  matches: LiveMatches
  recordings: MatchRecordings
  /** Whether lists of channels and the guide are there for everybody. From memory. */
  listsOpen(): Promise<boolean>
  /** What plays with a password only. */
  locks: {
    lockedChannels(): Promise<ReadonlySet<number>>
    /** The lines of a channel with a password of their own. */
    lockedLines(channelId: number): Promise<ReadonlySet<number>>
  }
  people: {
    /** The channels that a user follows. */
    followedBy(userId: number): Promise<ReadonlySet<number>>
    /** Whether an account exists and is not disabled. */
    isOpen(userId: number): Promise<boolean>
    isVip(userId: number): Promise<boolean>
  }
  /** Invented viewers of a channel, which the demonstration programme adds. */
  crowd(channelId: number, nowMs: number): number
  /** Downloads and stores a logo. */
  fetchLogo: FetchLogo
  /** Stores the bytes of a picture as a logo. Returns its address; null if they are no picture. */
  storeLogo(bytes: Buffer): Promise<string | null>
  /** Reads the beginning of a film that a probe loaded. */
  measure: Measure
  /** The signed URL of a playlist of a line, valid for a day. */
  signed(place: { streamId: number; file: string }): string
}
