import { isAny, type ChannelGroup, type ChannelType } from '@yunmu/contract'
import type { LineupChannel, ChannelLineup } from './channel-lineup.ts'

/** Filter of a channel list: type and group by name; `0` or 全部 for any. */
export interface ChannelFilter {
  type?: string
  group?: string
}

/** The channels of a type and a group. A group is matched by name or id. */
export function filterChannels(
  channels: readonly LineupChannel[],
  { type = '0', group = '0' }: ChannelFilter,
): LineupChannel[] {
  return channels.filter(
    (channel) =>
      (isAny(type) || channel.types === type) &&
      (isAny(group) || channel.group === group || String(channel.groupId) === group),
  )
}

/** Sorts by count, descending; stable. */
export function sortedByCount(channels: readonly LineupChannel[], countOf: (id: number) => number): LineupChannel[] {
  return channels.toSorted((one, other) => countOf(other.id) - countOf(one.id))
}

/** Sorts by creation, newest first. */
export const newestFirst = (channels: readonly LineupChannel[]): LineupChannel[] =>
  channels.toSorted((one, other) => other.createdAt - one.createdAt || other.id - one.id)

/** Up to `count` random items in random order. @param random returns 0 to 1 */
export function randomSample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const left = [...items]
  const some: Item[] = []
  while (some.length < count && left.length > 0) some.push(...left.splice(Math.floor(random() * left.length), 1))
  return some
}

export function groupsOf({ groups, channels }: ChannelLineup): ChannelGroup[] {
  const counts = new Map<number | null, number>()
  for (const { groupId } of channels) counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  return groups.flatMap((group) => {
    const count = counts.get(group.id) ?? 0
    return count === 0 ? [] : [{ ...group, channels: count }]
  })
}

/** Domestic channels first, then the overseas tags in their order. */
export function typesOf({ tags, channels }: ChannelLineup): ChannelType[] {
  const order = new Map(tags.map(({ type }, at) => [type, at]))
  return [...Map.groupBy(channels, ({ types }) => types)]
    .map(([type, of]) => ({
      type,
      name: of[0]?.typeName ?? '',
      overseas: of[0]?.overseas ?? false,
      channels: of.length,
    }))
    .toSorted((one, other) => (order.get(one.type) ?? -1) - (order.get(other.type) ?? -1))
}
