import type { LiveHit, SportsHit } from '@yunmu/contract'
import type { SubjectSearch } from '../../../platform/subjects.ts'
import type { MountOptions } from '../../../platform/calls/mount-call.ts'
import type { Results } from '../results/results.ts'
import type { SearchCounter } from '../hot/search-counter.ts'
import type { SearchTitles } from '../search-needs.ts'
import type { SearchStore } from '../search-store.ts'

/** Dependencies of this domain's calls. */
export interface SearchParts {
  /** Searches of other domains. */
  otherDomains: { live: SubjectSearch<LiveHit>; match: SubjectSearch<SportsHit> }
  results: Results
  counter: SearchCounter
  store: SearchStore
  titles: SearchTitles
  /** What invalidates cached results. Not counted plays: they change only the order of titles of equal rank. */
  resultCaching: Required<Pick<MountOptions, 'cachedUntil' | 'refreshedBy'>>
}
