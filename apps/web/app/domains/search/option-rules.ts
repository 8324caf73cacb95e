import { searchQuery } from '@yunmu/contract/search-query'

/**
 * Where an arrow leads from the option at `at`; -1 is the field itself, which stands before the first and after the last.
 * `beside` says of each option whether it stands beside the one before it: such ones are stepped over.
 */
export function nextOption(beside: readonly boolean[], at: number, step: 1 | -1): number {
  const places = beside.length + 1
  let place = at
  do place = ((place + 1 + step + places) % places) - 1
  while (beside[place])
  return beside[at] && step === -1 ? nextOption(beside, place, step) : place
}

/** Where an arrow leads sideways; null where nothing stands there. */
export function optionBeside(beside: readonly boolean[], at: number, step: 1 | -1): number | null {
  const isThere = step === 1 ? beside[at + 1] : beside[at]
  return isThere ? at + step : null
}

/** Whether suggestions may be chosen: they answer the text in the field, not one that it has grown out of. */
export const isListOf = (text: string, query: string, isAwaited: boolean): boolean =>
  !isAwaited && searchQuery(text) === query
