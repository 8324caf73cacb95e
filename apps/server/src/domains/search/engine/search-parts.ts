import type { MountOptions } from '../../../platform/calls/mount-call.ts'
import type { Results } from '../results/results.ts'
import type { SearchCounter } from '../hot/search-counter.ts'
import type { SearchNeeds, SearchTitles } from '../search-needs.ts'
import type { SearchStore } from '../search-store.ts'

/** What the calls of this domain work with. */
export interface SearchParts extends Pick<SearchNeeds, 'elsewhere'> {
  results: Results
  counter: SearchCounter
  store: SearchStore
  titles: SearchTitles
  /** How long results are cached. Counted plays are left out: they change nothing but the order of equals. */
  resultCaching: Required<Pick<MountOptions, 'cachedUntil' | 'refreshedBy'>>
}
