import type { Channel, Period, RankedChannel } from '@yunmu/contract'
import type { Clock } from '../../platform/process/clock.ts'
import type { PoolConfig } from 'pg'
import type { Egress } from '../../platform/egress/egress.ts'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { Logger } from '../../platform/process/logger.ts'
import type { GuideChannel } from './match-rules.ts'
import type { Replayable } from './programme-rules.ts'

/** What channels are to the guide. */
export interface GuideChannels {
  /** All there are: of others nothing is kept. */
  all(): Promise<GuideChannel[]>
  /**
   * Those of these channels that visitors may see, with what of each can be watched again; null where nothing can.
   */
  replayable(channelIds: readonly number[], nowMs: number): Promise<Map<number, Replayable | null>>
  /** The address under which what ran between two moments is played. `stream` 0 leaves the choice of the line open. */
  replayAddress(asked: {
    channelId: number
    stream: number
    startSec: number
    endSec: number
    nowMs: number
  }): Promise<{ url: string; expires: number } | 'NoReplay' | 'NoSuchLine'>
}

/** Who asks and when. `userId` null is not signed in. */
export interface Asker {
  userId: number | null
  nowMs: number
}

interface Leaf {
  /** From 1. */
  page: number
  size: number
}

interface ChannelPage extends Leaf {
  list: Channel[]
  total: number
}

/** Lists of channels that calls of the guide answer with. */
export interface ChannelLists {
  overseas(type: string, leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** Those that are made of the station's own films. */
  linear(leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** Those that are on the air, the most watched now first. */
  active(filter: { type?: string }, leaf: Leaf, asker: Asker): Promise<ChannelPage>
  /** What else is on: `like` of the group of a channel first. */
  recommended(about: { id: number; by: 'like' | 'hot' }, leaf: Leaf, asker: Asker): Promise<Channel[]>
  /** By how long they were watched in a span. */
  ranked(span: { type: string; period: Period; count: number }, asker: Asker): Promise<RankedChannel[]>
}

/** What this domain needs from outside. */
export interface GuideNeeds {
  dataDir: string
  clock: Clock
  events: Events
  log: Logger
  egress: Egress
  /** How the thread that imports reaches the database by itself. */
  connection: PoolConfig
  channels: GuideChannels
  lists: ChannelLists
  /** What the days of the guide, beside its own changes, are made from. */
  channelsChanged: EventKind
}
