import type { LiveHit } from '@yunmu/contract'
import type { SubjectSearch } from '../../../platform/subjects.ts'
import type { MountOptions } from '../../../platform/calls/mount-call.ts'
import type { Results } from '../results/results.ts'
import type { SearchCounter } from '../hot/search-counter.ts'
import type { SearchTitles } from '../search-needs.ts'
import type { SearchStore } from '../search-store.ts'

/** What the calls of this domain work with. */
export interface SearchParts {
  /** What other domains find. */
  elsewhere: { live: SubjectSearch<LiveHit>; match: SubjectSearch }
  results: Results
  counter: SearchCounter
  store: SearchStore
  titles: SearchTitles
  /** How long results are cached. Counted plays are left out: they change nothing but the order of equals. */
  resultCaching: Required<Pick<MountOptions, 'cachedUntil' | 'refreshedBy'>>
}
