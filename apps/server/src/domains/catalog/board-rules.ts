import type { BoardTitle } from '@yunmu/contract'

/** Rankings compared with the day before. */

export type Change = BoardTitle['change']

/**
 * How the titles of a board moved compared with the board of the day before, best first: places climbed, `new` for a
 * title that was not on it, null if there was no board.
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
 * The all-time order before today's plays, best first, without titles that had no plays yet.
 * @param titles the current first titles, with all their plays
 * @param today today's plays by title
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
