import type { TitleUpdate } from '@yunmu/contract'

/** Text of an update: the whole title, one episode by its name, or a range of episode numbers. */
export function updateText(
  { title, from, to, name, whole }: Omit<TitleUpdate, 'at' | 'aired'>,
  rangeText: (from: number, to: number) => string,
): string {
  if (whole) return title.remarks === '' ? name : title.remarks
  return from === to ? name : rangeText(from, to)
}

/** At most `count` items around now: the last aired and the next ones. */
export function aroundNow<Item extends { aired: boolean }>(list: readonly Item[], count: number): Item[] {
  const next = list.findIndex(({ aired }) => !aired)
  const middle = (next === -1 ? list.length : next) - Math.ceil(count / 2)
  const begin = Math.max(0, Math.min(middle, list.length - count))
  return list.slice(begin, begin + count)
}

/** Adds days (may be negative) to a date, YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
