import type { Suggestion } from '@yunmu/contract'

/** A suggestion of another domain. `isNamed`: the query is the name of its subject. */
export interface OtherSuggestion {
  line: Suggestion
  isNamed: boolean
}

const maxSuggestions = 6
/** Of these, suggestions of other domains. */
export const maxOtherSuggestions = 2

/**
 * The suggestions of the search box: subjects of other domains that the query names, titles and people, then other subjects.
 * Each list has its best first.
 */
export function joinSuggestions(titles: readonly Suggestion[], otherDomains: readonly OtherSuggestion[]): Suggestion[] {
  const others = otherDomains
    .toSorted((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .slice(0, maxOtherSuggestions)
  const linesOf = (isNamed: boolean): Suggestion[] =>
    others.filter((other) => other.isNamed === isNamed).map(({ line }) => line)
  return [...linesOf(true), ...titles.slice(0, maxSuggestions - others.length), ...linesOf(false)]
}
