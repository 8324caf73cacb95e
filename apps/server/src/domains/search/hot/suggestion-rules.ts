import type { Suggestion } from '@yunmu/contract'

/** A suggestion of another domain; `isNamed`: the query is the name of where it leads. */
export interface OfferedLine {
  line: Suggestion
  isNamed: boolean
}

const mostSuggested = 6
/** Of those, that lead to something else than titles. */
export const mostElsewhere = 2

/**
 * The lines of the search box: what the query names outright, titles and people, then what else other domains found. Each
 * list has its best first.
 */
export function joinedSuggestions(titles: readonly Suggestion[], elsewhere: readonly OfferedLine[]): Suggestion[] {
  const others = elsewhere.toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed)).slice(0, mostElsewhere)
  const linesOf = (isNamed: boolean): Suggestion[] =>
    others.filter((other) => other.isNamed === isNamed).map(({ line }) => line)
  return [...linesOf(true), ...titles.slice(0, mostSuggested - others.length), ...linesOf(false)]
}
