import type { RecommendationStore } from './recommendation-store.ts'
import type { RecommendationsNeeds } from './recommendations-needs.ts'

/** Dependencies of this domain's calls. */
export interface RecommendationsParts extends Pick<RecommendationsNeeds, 'titles'> {
  store: RecommendationStore
  /** Has a user's recommendations computed by a job; one waits at most. */
  enqueue: (userId: number) => Promise<void>
}
