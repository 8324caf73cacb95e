import type { BoardTitle } from '@yunmu/contract'

/** Boards: what moved since the day before. */

export type Change = BoardTitle['change']

/**
 * How the titles of a board moved, given the board of the day before, best first: places climbed, `new` for what was not on
 * it, null where there was no board at all.
 */
export function boardChanges(now: readonly number[], before: readonly number[]): Change[] {
  if (before.length === 0) return now.map(() => null)
  const previousPlace = new Map(before.map((id, place) => [id, place]))
  return now.map((id, place) => {
    const previous = previousPlace.get(id)
    return previous === undefined ? 'new' : previous - place
  })
}

/**
 * The order of all time as it stood before today's plays, best first. Titles that nobody had played yet are left out.
 * @param titles the first titles of now, with all their plays
 * @param today today's plays of those that have any
 */
export function previousOrder(
  titles: readonly { titleId: number; plays: number }[],
  today: ReadonlyMap<number, number>,
): number[] {
  return titles
    .map(({ titleId, plays }) => ({ titleId, plays: plays - (today.get(titleId) ?? 0) }))
    .filter(({ plays }) => plays > 0)
    .toSorted((one, other) => other.plays - one.plays || other.titleId - one.titleId)
    .map(({ titleId }) => titleId)
}
