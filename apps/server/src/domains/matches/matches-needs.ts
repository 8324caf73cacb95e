import type { PlayRefusal } from '@yunmu/contract'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { EventKind } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import type { RecordingSettings } from './recordings/recording-rules.ts'

export interface MatchesPlatform extends Pick<Platform, 'db' | 'clock' | 'events' | 'changes' | 'log' | 'secrets'> {
  config: { matchRecordings: RecordingSettings }
}

/** The playlist of a channel's line. */
export interface ChannelPlaylist {
  streamId: number
  line: number
  file: string
  dvrSec: number
  quality: string
  /** Whether it plays for VIPs only. */
  vip: boolean
}

/** A part of a broadcast, Unix milliseconds. */
interface Span {
  fromMs: number
  untilMs: number
}

/** A stream of a match with sources of its own. */
interface OwnStream {
  /** The channel that it has already; null for a new one. */
  id: number | null
  matchId: number
  /** Whether a feed tells it, which may tell it again. */
  isTold: boolean
  name: string
  /** Addresses in the order of failover. */
  sources: readonly string[]
}

/** Channels of streams that are no channels of the station. What ends with `In` becomes effective with a commit. */
export interface OwnChannels {
  /** Kind of an address: `remote` is pulled, `local` opens a port, reads a file or waits for a push; null for none. */
  sourceKindOf(address: string): 'remote' | 'local' | null
  /** Creates or replaces the channel of a stream. It goes with its match. Returns its id. */
  saveIn(tx: OpenTransaction, stream: OwnStream): Promise<number>
  /** Those of a match. None of them is deleted before the transaction ends. */
  ofMatchIn(tx: OpenTransaction, matchId: number): Promise<{ id: number; name: string; isTold: boolean }[]>
  /** Which of these ids are channels of the station. */
  ofStationIn(tx: OpenTransaction, ids: readonly number[]): Promise<ReadonlySet<number>>
  ids(): Promise<number[]>
  /** Which of these no other transaction uses; none does before this one ends. */
  lockIn(tx: OpenTransaction, ids: readonly number[]): Promise<number[]>
  removeIn(tx: OpenTransaction, ids: readonly number[]): Promise<void>
  /** Announces that some were saved or deleted. */
  changed: { announceIn(tx: OpenTransaction): Promise<void>; announce(): void }
}

/** Dependencies of this domain, provided by the station. */
export interface MatchesNeeds {
  site: {
    /** Whether matches are shown at all (`live_live`). */
    isOpen(): Promise<boolean>
    changed: EventKind
  }
  /** Users' subscriptions of matches. */
  subscriptions: {
    /** All of a user. */
    of(userId: number): Promise<ReadonlySet<number>>
    /** Which of these matches the user has subscribed to. */
    among(userId: number, matchIds: readonly number[]): Promise<ReadonlySet<number>>
    /** @param countOpen the number of these matches that are not over, read in the transaction */
    add(
      userId: number,
      matchId: number,
      limits: {
        nowSec: number
        max: number
        countOpen: (tx: OpenTransaction, ids: readonly number[]) => Promise<number>
      },
    ): Promise<'added' | 'already' | 'full'>
    /** Returns false if there was none. */
    remove(userId: number, matchId: number): Promise<boolean>
    /** Subscribers of a match after an id, in the order of their ids. */
    subscribers(tx: OpenTransaction, matchId: number, span: { afterId: number; limit: number }): Promise<number[]>
    /** Matches that somebody subscribed to after an id, in the order of their ids. */
    matches(span: { afterId: number; limit: number }): Promise<number[]>
    /** Deletes all subscriptions of these matches. */
    removeOf(matchIds: readonly number[]): Promise<void>
  }
  people: {
    /** Whether an account exists and is not disabled. */
    isOpen(userId: number): Promise<boolean>
    /** Which of these users hide scores. */
    hidingScores(userIds: readonly number[]): Promise<ReadonlySet<number>>
  }
  /** Channels as a match shows them; one that only another match shows is not found. */
  channels: {
    /** The playlist of the best line of a channel. */
    locate(
      place: { matchId: number; channelId: number },
      closedLines: ReadonlySet<number>,
      nowMs: number,
    ): Promise<ChannelPlaylist | PlayRefusal>
    /** The playlist of a part of a channel, on the line that has most of it. Unix seconds. */
    locateBetween(
      span: { matchId: number; channelId: number; startSec: number; endSec: number },
      closedLines: ReadonlySet<number>,
      nowMs: number,
    ): Promise<ChannelPlaylist | PlayRefusal>
    /** The same for the highlights of a stream of a match, which is one of the channel. */
    locateHighlights(
      place: { channelId: number; matchId: number; number: number },
      parts: readonly Span[],
      closedLines: ReadonlySet<number>,
      nowMs: number,
    ): Promise<ChannelPlaylist | PlayRefusal>
    /** How much of a part of a channel the best line has, in milliseconds. */
    recordedMs(place: { matchId: number; channelId: number }, span: Span): Promise<number>
  }
  /** Channels that only one match shows: those of its streams that have sources of their own. */
  ownChannels: OwnChannels
  /** Stores a message for each of these users, with the commit of a transaction. It is of no use after `expiresSec`. */
  notify(
    tx: OpenTransaction,
    userIds: readonly number[],
    notice: {
      about: { id: number; streamId: number }
      title: string
      /** For readers who do not hide scores; empty if it is the same. */
      titleWithScore: string
      text: string
      expiresSec: number
    },
  ): Promise<void>
  /** Invented viewers of a match, which the demonstration programme adds. */
  crowd(matchId: number, nowMs: number): number
}
