import type { EventKind } from '../../../platform/events/events.ts'
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
  /** Until when titles hold as they are found: counted plays are left out, they move nothing but ties. */
  titlesHold: readonly EventKind[]
  /** Until when everything does that is found. */
  foundHolds: readonly EventKind[]
}
