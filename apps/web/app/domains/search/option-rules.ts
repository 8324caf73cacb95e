import { searchQuery } from '@yunmu/contract/search-query'

/**
 * Index that an arrow key leads to from the option at `at`; -1 is the input itself, before the first and after the
 * last. `beside` is true for each option in the same row as the previous one: vertical movement skips those.
 */
export function nextOption(beside: readonly boolean[], at: number, step: 1 | -1): number {
  const positions = beside.length + 1
  let position = at
  do position = ((position + 1 + step + positions) % positions) - 1
  while (beside[position])
  return beside[at] && step === -1 ? nextOption(beside, position, step) : position
}

/** Index that a horizontal arrow key leads to; null if there is no option beside. */
export function optionBeside(beside: readonly boolean[], at: number, step: 1 | -1): number | null {
  const exists = step === 1 ? beside[at + 1] : beside[at]
  return exists ? at + step : null
}

/** Whether the suggestions belong to the current text and may be selected. */
export const areSuggestionsFor = (text: string, query: string, isPending: boolean): boolean =>
  !isPending && searchQuery(text) === query
