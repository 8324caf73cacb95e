import type { Programme, ReplyOf, liveRecordRandom } from '@yunmu/contract'
import type { ArchiveStarts } from '../schedules/archive-starts.ts'
import type { LineupChannel, ChannelLineup } from '../channel-lineup.ts'
import type { PageQuery } from '../lists/channel-lists.ts'
import { filterChannels, type ChannelFilter } from '../channel-rules.ts'
import type { LiveGuide } from '../live-needs.ts'

type Replay = ReplyOf<typeof liveRecordRandom>['list'][number]

/** Past programmes that can be replayed. */
export interface Replays {
  page(
    filter: ChannelFilter,
    pageQuery: PageQuery,
    nowMs: number,
  ): Promise<{ list: Replay[]; total: number } & PageQuery>
  ofChannel(
    channel: LineupChannel,
    pageQuery: PageQuery,
    nowMs: number,
  ): Promise<{ list: Programme[]; total: number } & PageQuery>
  atRandom(filter: ChannelFilter & { except: number }, count: number, nowMs: number): Promise<Replay[]>
}

const dayMs = 24 * 3600 * 1000

/** Which programmes of a channel can be replayed. */
export interface Replayable {
  /** Programmes that began at or after this time, Unix milliseconds. */
  sinceMs: number
  /** Whether the current programme can be started over. Catch-up sources have past programmes only. */
  running: boolean
}

type ReplaySettings = Pick<LineupChannel, 'replayDays' | 'catchupDays'>

/** Days of replay of a channel: own recordings or catch-up of its sources. */
export const replayDaysOf = ({ replayDays, catchupDays }: ReplaySettings): number => Math.max(replayDays, catchupDays)

/**
 * The replayable span of a channel; null if nothing can be replayed.
 * @param archiveStartMs start of the channel's own recordings, Unix milliseconds; null for none
 */
export function replayableOf(
  { replayDays, catchupDays }: ReplaySettings,
  archiveStartMs: number | null,
  nowMs: number,
): Replayable | null {
  const hasRecordings = replayDays > 0 && archiveStartMs !== null
  const ownMs = hasRecordings ? Math.max(nowMs - replayDays * dayMs, archiveStartMs) : Infinity
  const sinceMs = Math.min(ownMs, catchupDays > 0 ? nowMs - catchupDays * dayMs : Infinity)
  return sinceMs === Infinity ? null : { sinceMs, running: hasRecordings }
}

export function createReplays(
  lineup: () => Promise<ChannelLineup>,
  guide: LiveGuide,
  archiveStarts: ArchiveStarts,
): Replays {
  /** The replay spans of channels. Channels without replay are omitted. */
  const spansOf = async (channels: readonly LineupChannel[], nowMs: number) => {
    const starts = await archiveStarts(channels, nowMs)
    return channels.flatMap((channel) => {
      const replayable = replayableOf(channel, starts.get(channel.id) ?? null, nowMs)
      return replayable === null ? [] : [{ id: channel.id, sinceMs: replayable.sinceMs }]
    })
  }
  const withChannels = (
    byId: ChannelLineup['byId'],
    programmes: readonly (Programme & { channelId: number })[],
  ): Replay[] =>
    programmes.flatMap(({ channelId, ...programme }) => {
      const channel = byId.get(channelId)
      if (!channel) return []
      const { id, number, types, group, overseas, name, logo } = channel
      return [{ ...programme, channel: { id, number, types, group, overseas, name, img: logo } }]
    })
  return {
    async page(filter, pageQuery, nowMs) {
      const { channels, byId } = await lineup()
      const { list, total } = await guide.replays(await spansOf(filterChannels(channels, filter), nowMs), {
        nowMs,
        ...pageQuery,
      })
      return { list: withChannels(byId, list), total, ...pageQuery }
    },
    async ofChannel(channel, pageQuery, nowMs) {
      return { ...(await guide.replays(await spansOf([channel], nowMs), { nowMs, ...pageQuery })), ...pageQuery }
    },
    async atRandom({ except, ...filter }, count, nowMs) {
      const { channels, byId } = await lineup()
      const others = filterChannels(channels, filter).filter(({ id }) => id !== except)
      return withChannels(byId, await guide.replaysAtRandom(await spansOf(others, nowMs), { nowMs, count }))
    },
  }
}
