import type { Channel, Period, RankedChannel } from '@yunmu/contract'
import type { EventKind, Events } from '../../platform/events/events.ts'
import type { Platform, PlatformConfig } from '../../platform/platform.ts'
import type { GuideChannel } from './match-rules.ts'
import type { RunImport } from './run-import.ts'
import type { Replayable } from './programme-rules.ts'

/** Channels as the guide needs them. */
export interface GuideChannels {
  /** All channels. Programmes of other channels are deleted. */
  all(): Promise<GuideChannel[]>
  /** The visible ones of these channels, with the part of each that can be replayed; null if nothing can. */
  replayable(channelIds: readonly number[], nowMs: number): Promise<Map<number, Replayable | null>>
  /** The playlist URL for a span of a channel. `stream` 0 lets the server choose the line. */
  replayUrl(request: {
    channelId: number
    stream: number
    startSec: number
    endSec: number
    nowMs: number
    /** The session of the caller's browser, which may have given a password. */
    browserId: string | null
    isVip: boolean
  }): Promise<{ url: string; expires: number } | 'NoReplay' | 'NoSuchLine' | 'PlayPasswordNeeded' | 'VipNeeded'>
}

/** The caller of a list and the time. `userId` null: not signed in. */
export interface Caller {
  userId: number | null
  nowMs: number
}

interface PageQuery {
  /** From 1. */
  page: number
  size: number
}

interface ChannelPage extends PageQuery {
  list: Channel[]
  total: number
}

/** The channel lists that calls of the guide reply with. */
export interface ChannelLists {
  overseas(type: string, page: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels made of the station's own films. */
  linear(page: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels on air, the most watched first. */
  active(filter: { type?: string }, page: PageQuery, caller: Caller): Promise<ChannelPage>
  /** Channels on air except the given one; `like` lists channels of the same group first. */
  recommended(about: { id: number; by: 'like' | 'hot' }, page: PageQuery, caller: Caller): Promise<Channel[]>
  /** Channels by watch time in a period. */
  ranked(span: { type: string; period: Period; count: number }, caller: Caller): Promise<RankedChannel[]>
}

/** Dependencies of this domain, provided by the station. */
export interface GuideNeeds {
  channels: GuideChannels
  lists: ChannelLists
  /** The list of guide days depends on this event. */
  channelsChanged: EventKind
  /** Replaced in tests; by default a worker imports. */
  runImport?: RunImport
}

/** The services that this domain uses. `connection` is for the import worker, which opens its own. */
export type GuidePlatform = Pick<Platform, 'db' | 'clock' | 'log' | 'egress' | 'connection'> & {
  config: Pick<PlatformConfig, 'dataDir'>
  events: Events
}
