import * as z from 'zod/mini'
import { jobHandler, type DomainModule } from '../../platform/domain-module.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { nowSec } from '../../platform/process/clock.ts'
import { mountUserRecommendationDismiss } from './calls/user-recommendation-dismiss.ts'
import { mountUserRecommendations } from './calls/user-recommendations.ts'
import { compute } from './compute.ts'
import { createRecommendationStore } from './recommendation-store.ts'
import type { RecommendationsNeeds } from './recommendations-needs.ts'
import type { RecommendationsParts } from './recommendations-parts.ts'
import type { RecommendationsTables } from './recommendations-tables.ts'

/** What is stored about a user. */
export interface RecommendationsExport {
  recommended: { id: number; because: number; reason: string; detail: string }[]
  dismissed: number[]
}

export interface Recommendations {
  exportOf(userId: number): Promise<RecommendationsExport>
  readonly module: DomainModule
}

const computeJob = defineJob('recommendations.compute', z.object({ userId: z.int() }))

/** What users may like, computed one user at a time by jobs. */
export function createRecommendations(
  { db, clock, jobs }: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  needs: RecommendationsNeeds,
): Recommendations {
  const store = createRecommendationStore(db.withTables<RecommendationsTables>())
  const parts: RecommendationsParts = {
    store,
    titles: needs.titles,
    enqueue: (userId) => jobs.enqueue(computeJob, { userId }, { key: String(userId), maxAttempts: 2 }),
  }
  const exportOf = async (userId: number): Promise<RecommendationsExport> => {
    const [list, dismissed] = await Promise.all([store.list(userId), store.dismissed(userId)])
    return {
      recommended: list.map(({ titleId, sourceId, reason, detail }) => ({
        id: titleId,
        because: sourceId,
        reason,
        detail,
      })),
      dismissed,
    }
  }
  return {
    exportOf,
    module: {
      name: 'recommendations',
      calls(registry) {
        mountUserRecommendationDismiss(registry, parts)
        mountUserRecommendations(registry, parts)
      },
      jobs: [
        jobHandler(computeJob, async ({ userId }) => {
          const dismissed = new Set(await store.dismissed(userId))
          await store.replace(userId, await compute(needs, userId, dismissed), nowSec(clock))
        }),
      ],
      personalData: { exportOf },
    },
  }
}

export type { RecommendationsNeeds }
