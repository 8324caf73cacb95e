import type { Programme, ReplyOf, liveRecordRandom } from '@yunmu/contract'
import type { Beginnings } from '../schedules/beginnings.ts'
import type { BookChannel, ChannelBook } from '../channel-book.ts'
import type { Leaf } from '../lists/channel-lists.ts'
import { narrowed, type ChannelFilter } from '../channel-rules.ts'
import type { LiveGuide } from '../live-needs.ts'

type Replay = ReplyOf<typeof liveRecordRandom>['list'][number]

/** Past programmes that can be watched. */
export interface Replays {
  page(filter: ChannelFilter, leaf: Leaf, nowMs: number): Promise<{ list: Replay[]; total: number } & Leaf>
  ofChannel(channel: BookChannel, leaf: Leaf, nowMs: number): Promise<{ list: Programme[]; total: number } & Leaf>
  atRandom(filter: ChannelFilter & { except: number }, count: number, nowMs: number): Promise<Replay[]>
}

const dayMs = 24 * 3600 * 1000

/** Which programmes of a channel can be watched again. */
export interface Replayable {
  /** Those that began since. Unix milliseconds. */
  sinceMs: number
  /** The one that runs, too: of what others have recorded only what is over. */
  running: boolean
}

type Kept = Pick<BookChannel, 'replayDays' | 'catchupDays'>

/** How many days back a channel can be watched, by its own recordings or by those of its sources. */
export const daysBackOf = ({ replayDays, catchupDays }: Kept): number => Math.max(replayDays, catchupDays)

/**
 * Null where nothing can be watched again.
 * @param beganMs where what a line of the channel has of its own begins, Unix milliseconds; null for nothing
 */
export function replayableOf(
  { replayDays, catchupDays }: Kept,
  beganMs: number | null,
  nowMs: number,
): Replayable | null {
  const isKept = replayDays > 0 && beganMs !== null
  const ownMs = isKept ? Math.max(nowMs - replayDays * dayMs, beganMs) : Infinity
  const sinceMs = Math.min(ownMs, catchupDays > 0 ? nowMs - catchupDays * dayMs : Infinity)
  return sinceMs === Infinity ? null : { sinceMs, running: isKept }
}

export function createReplays(book: () => Promise<ChannelBook>, guide: LiveGuide, beginnings: Beginnings): Replays {
  /** How far back the programmes of channels can be watched. Channels without any replay are left out. */
  const spansOf = async (channels: readonly BookChannel[], nowMs: number) => {
    const began = await beginnings(channels, nowMs)
    return channels.flatMap((channel) => {
      const replayable = replayableOf(channel, began.get(channel.id) ?? null, nowMs)
      return replayable === null ? [] : [{ id: channel.id, sinceMs: replayable.sinceMs }]
    })
  }
  const bound = (byId: ChannelBook['byId'], programmes: readonly (Programme & { channelId: number })[]): Replay[] =>
    programmes.flatMap(({ channelId, ...programme }) => {
      const channel = byId.get(channelId)
      if (!channel) return []
      const { id, number, types, group, overseas, name, logo } = channel
      return [{ ...programme, channel: { id, number, types, group, overseas, name, img: logo } }]
    })
  return {
    async page(filter, leaf, nowMs) {
      const { channels, byId } = await book()
      const { list, total } = await guide.replays(await spansOf(narrowed(channels, filter), nowMs), { nowMs, ...leaf })
      return { list: bound(byId, list), total, ...leaf }
    },
    async ofChannel(channel, leaf, nowMs) {
      return { ...(await guide.replays(await spansOf([channel], nowMs), { nowMs, ...leaf })), ...leaf }
    },
    async atRandom({ except, ...filter }, count, nowMs) {
      const { channels, byId } = await book()
      const others = narrowed(channels, filter).filter(({ id }) => id !== except)
      return bound(byId, await guide.replaysAtRandom(await spansOf(others, nowMs), { nowMs, count }))
    },
  }
}
