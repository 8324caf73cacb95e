import type { OnAir } from '@yunmu/contract'

/** Pure rules of current programmes. Times are Unix seconds. */

/** Progress of a programme, 0 to 100. */
export function progressPercent({ start, end }: Pick<OnAir, 'start' | 'end'>, nowSec: number): number {
  if (end <= start) return 0
  return Math.round(100 * Math.min(1, Math.max(0, (nowSec - start) / (end - start))))
}

/** Programmes that overlap a time span, without duplicates, sorted by start. */
export function withinSpan<Item extends Pick<OnAir, 'id' | 'start' | 'end'>>(
  programmes: readonly Item[],
  fromSec: number,
  toSec: number,
): Item[] {
  const seen = new Set<number>()
  return programmes
    .filter(({ id, start, end }) => {
      const isNew = end > fromSec && start < toSec && !seen.has(id)
      if (isNew) seen.add(id)
      return isNew
    })
    .toSorted((one, other) => one.start - other.start)
}

/** State of a programme at a time; the state in the server's reply is as old as the page. */
export const stateAt = ({ start, end }: Pick<OnAir, 'start' | 'end'>, nowSec: number): 'past' | 'now' | 'next' =>
  end <= nowSec ? 'past' : start <= nowSec ? 'now' : 'next'

/** Followed channels first, otherwise in the given order. */
export const followedFirst = <Item extends { id: number }>(
  channels: readonly Item[],
  followed: ReadonlySet<number>,
): Item[] => [...channels.filter(({ id }) => followed.has(id)), ...channels.filter(({ id }) => !followed.has(id))]

/** Channels whose name contains the query or whose number equals it. */
export function matchingChannels<Item extends { name: string; number: number }>(
  channels: readonly Item[],
  typed: string,
): readonly Item[] {
  const query = typed.trim().toLowerCase()
  if (query === '') return channels
  return channels.filter(({ name, number }) => name.toLowerCase().includes(query) || String(number) === query)
}

/** The programme on the air at a time. */
export const programmeAt = <Item extends Pick<OnAir, 'start' | 'end'>>(
  programmes: readonly Item[],
  atSec: number,
): Item | undefined => programmes.find(({ start, end }) => start <= atSec && atSec < end)

/** Other channels with a programme on the air: those of the same group first, then by number of viewers. */
export function othersOnAir<Item extends { id: number; group: string; online: number; now: OnAir | null }>(
  channels: readonly Item[],
  channel: { id: number; group: string },
  max: number,
): Item[] {
  const isOfGroup = (other: Item): boolean => other.group === channel.group
  return channels
    .filter(({ id, now }) => id !== channel.id && now !== null)
    .toSorted((one, other) => Number(isOfGroup(other)) - Number(isOfGroup(one)) || other.online - one.online)
    .slice(0, max)
}

/** A digit is no distinctive letter: 一 looks like a dash. */
const startsWithNumber = /^[\d一二三四五六七八九十]/

/** Letter for a channel without a logo: the first of its name, after the group's name. */
export function letterOf(name: string, group: string): string {
  const own = name.startsWith(group) ? name.slice(group.length).trim() : name
  return [...(own === '' || startsWithNumber.test(own) ? name : own).trim()][0] ?? ''
}
