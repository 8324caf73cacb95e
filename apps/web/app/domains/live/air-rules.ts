import type { OnAir } from '@yunmu/contract'

/** Pure rules of what is on the air. Times are Unix seconds. */

/** How much of a programme has run, 0 to 100. */
export function runShare({ start, end }: Pick<OnAir, 'start' | 'end'>, nowSec: number): number {
  if (end <= start) return 0
  return Math.round(100 * Math.min(1, Math.max(0, (nowSec - start) / (end - start))))
}

/** Programmes as far as a span of time has them, the first of those that the guide gives twice. */
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

/** What a programme is at a moment: the server's word is as old as the page. */
export const stateAt = ({ start, end }: Pick<OnAir, 'start' | 'end'>, nowSec: number): 'past' | 'now' | 'next' =>
  end <= nowSec ? 'past' : start <= nowSec ? 'now' : 'next'

/** What somebody follows first, else in the order given. */
export const followedFirst = <Item extends { id: number }>(
  channels: readonly Item[],
  followed: ReadonlySet<number>,
): Item[] => [...channels.filter(({ id }) => followed.has(id)), ...channels.filter(({ id }) => !followed.has(id))]

/** Channels whose name or number holds what was typed. */
export function matching<Item extends { name: string; number: number }>(
  channels: readonly Item[],
  typed: string,
): readonly Item[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return channels
  return channels.filter(({ name, number }) => name.toLowerCase().includes(wanted) || String(number) === wanted)
}

/** The programme that plays at a moment. */
export const programmeAt = <Item extends Pick<OnAir, 'start' | 'end'>>(
  programmes: readonly Item[],
  atSec: number,
): Item | undefined => programmes.find(({ start, end }) => start <= atSec && atSec < end)

/** A number looks like a stroke, or says nothing. */
const isNumber = /^[\d一二三四五六七八九十]/

/** The character that stands for a channel without a logo: its first, or the first after the name of its group. */
export function letterOf(name: string, group: string): string {
  const own = name.startsWith(group) ? name.slice(group.length).trim() : name
  return [...(own === '' || isNumber.test(own) ? name : own).trim()][0] ?? ''
}
