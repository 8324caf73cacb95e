import { domesticTypes } from '@yunmu/contract'
import { createSharedRead } from '../../platform/caching/shared-read.ts'
import type { Events } from '../../platform/events/events.ts'
import type { ChannelStore, StoredChannel, StoredStream } from './channel-store.ts'
import { channelsChanged, schedulesChanged } from './live-events.ts'

/** A channel with its type, group and lines. */
export interface LineupChannel extends StoredChannel {
  types: string
  typeName: string
  group: string
  overseas: boolean
  /** Those that are not disabled. */
  streams: readonly StoredStream[]
  disabledStreams: readonly StoredStream[]
  /** Days of catch-up that the sources of its lines offer; 0 for none. */
  catchupDays: number
}

/**
 * A snapshot of all channels, lines, groups and tags. Channels that only a match shows are no channels of the station: they
 * are in `playable` and their lines in `streams`, and nowhere else. Hidden channels are in `hidden` alone, and disabled lines
 * in none of these.
 */
export interface ChannelLineup {
  /** Sorted by number. */
  channels: readonly LineupChannel[]
  byId: ReadonlyMap<number, LineupChannel>
  /** By id: `byId` and the channels that only a match shows. */
  playable: ReadonlyMap<number, LineupChannel>
  streams: ReadonlyMap<number, StoredStream>
  /** Channels of the station that visitors do not see. Their recordings and guides stay. */
  hidden: readonly LineupChannel[]
  groups: readonly { id: number; name: string; overseas: boolean }[]
  tags: readonly { id: number; type: string; name: string }[]
}

export type LineupStore = Pick<ChannelStore, 'groups' | 'tags' | 'channels' | 'streams'>

/** All lines of a channel by number, disabled ones too. */
export const allLinesOf = ({ streams, disabledStreams }: LineupChannel): StoredStream[] =>
  [...streams, ...disabledStreams].toSorted((one, other) => one.line - other.line)

const domesticName = '国内'

/** Reads the lineup from the database. */
export async function readLineup(store: LineupStore): Promise<ChannelLineup> {
  const [groups, tags, channels, streams] = await Promise.all([
    store.groups(),
    store.tags(),
    store.channels(),
    store.streams(),
  ] as const)
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const tagOf = new Map(tags.map((tag) => [tag.id, tag]))
  const streamsOf = Map.groupBy(streams, ({ channelId }) => channelId)
  const all = channels.flatMap((channel): LineupChannel[] => {
    const group = channel.groupId === null ? { name: '' } : groupOf.get(channel.groupId)
    const tag = channel.tagId === null ? undefined : tagOf.get(channel.tagId)
    if (!group) return []
    const type = tag ? { types: tag.type, typeName: tag.name } : { types: domesticTypes, typeName: domesticName }
    const stored = streamsOf.get(channel.id) ?? []
    const lines = stored.filter(({ disabled }) => !disabled)
    const disabledStreams = stored.filter(({ disabled }) => disabled)
    const catchupDays = Math.max(0, ...lines.map((line) => line.catchupDays))
    const rest = { group: group.name, overseas: tag !== undefined, streams: lines, disabledStreams, catchupDays }
    return [{ ...channel, ...type, ...rest }]
  })
  const visible = all.filter(({ hidden }) => !hidden)
  const playable = new Map(visible.map((channel) => [channel.id, channel]))
  const ofStation = visible.filter(({ matchId }) => matchId === null)
  const lineupStreams = visible.flatMap((channel) => channel.streams)
  return {
    channels: ofStation,
    byId: new Map(ofStation.map((channel) => [channel.id, channel])),
    playable,
    hidden: all.filter(({ hidden }) => hidden),
    groups,
    tags,
    streams: new Map(lineupStreams.map((stream) => [stream.id, stream])),
  }
}

/** Reads the lineup and caches it until channels or schedules change. */
export function createLineupReader(store: ChannelStore, events: Events): () => Promise<ChannelLineup> {
  const shared = createSharedRead(() => readLineup(store))
  // Schedules are included because a stream's `targetSec` depends on its films.
  for (const event of [channelsChanged, schedulesChanged]) events.on(event, () => shared.invalidate())
  return () => shared.get(0)
}
