import type { TitleUpdate } from '@yunmu/contract'

/** What comes out when, in words. */

/** What came out, or will: all there is of a title, one episode by its name, or several by their numbers. */
export function whatCame(
  { title, from, to, name, whole }: Omit<TitleUpdate, 'at' | 'aired'>,
  severalWords: (from: number, to: number) => string,
): string {
  if (whole) return title.remarks === '' ? name : title.remarks
  return from === to ? name : severalWords(from, to)
}

/** As many as there is room for: what came last and what comes next. */
export function aroundNow<Item extends { aired: boolean }>(list: readonly Item[], count: number): Item[] {
  const next = list.findIndex(({ aired }) => !aired)
  const middle = (next === -1 ? list.length : next) - Math.ceil(count / 2)
  const begin = Math.max(0, Math.min(middle, list.length - count))
  return list.slice(begin, begin + count)
}

/** Days later (negative: earlier), YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
