import { sql, type Kysely } from 'kysely'
import type { Candidate } from './recommendation-rules.ts'
import type { RecommendationsTables } from './recommendations-tables.ts'

export type StoredRecommendation = Omit<Candidate, 'weight'>

export interface RecommendationStore {
  /** In order. */
  list(userId: number): Promise<StoredRecommendation[]>
  /** When a user's were computed, Unix seconds; 0 for never. */
  computedAt(userId: number): Promise<number>
  /** Replaces all of a user's. */
  replace(userId: number, recommendations: readonly StoredRecommendation[], nowSec: number): Promise<void>
  dismiss(userId: number, titleId: number, nowSec: number): Promise<void>
  dismissed(userId: number): Promise<number[]>
}

export function createRecommendationStore(db: Kysely<RecommendationsTables>): RecommendationStore {
  return {
    list: (userId) =>
      db
        .selectFrom('recommendation')
        .select(['title_id as titleId', 'source_id as sourceId', 'reason', 'detail'])
        .where('user_id', '=', userId)
        // A job that began before a dismissal may have stored the title after it.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('recommendation_dismissal as dismissed')
                .select('dismissed.title_id')
                .whereRef('dismissed.user_id', '=', 'recommendation.user_id')
                .whereRef('dismissed.title_id', '=', 'recommendation.title_id'),
            ),
          ),
        )
        .orderBy('position')
        .execute(),

    async computedAt(userId) {
      const row = await db
        .selectFrom('recommendation_run')
        .select('computed_at')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.computed_at ?? 0
    },

    replace: (userId, recommendations, nowSec) =>
      db.transaction().execute(async (tx) => {
        // Also serialises two jobs of one user.
        await tx
          .insertInto('recommendation_run')
          .values({ user_id: userId, computed_at: nowSec })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ computed_at: nowSec }))
          .execute()
        await tx.deleteFrom('recommendation').where('user_id', '=', userId).execute()
        if (recommendations.length === 0) return
        // Titles may have been deleted since they were chosen.
        await sql`
          insert into recommendation (user_id, title_id, source_id, position, reason, detail)
          select ${userId}, chosen.title_id, chosen.source_id, chosen.position, chosen.reason, chosen.detail
          from unnest(
            ${recommendations.map(({ titleId }) => titleId)}::int[],
            ${recommendations.map(({ sourceId }) => sourceId)}::int[],
            ${recommendations.map(({ reason }) => reason)}::text[],
            ${recommendations.map(({ detail }) => detail)}::text[]
          ) with ordinality as chosen (title_id, source_id, reason, detail, position)
          where exists (select from title where title.id = chosen.title_id)
            and exists (select from title where title.id = chosen.source_id)
        `.execute(tx)
      }),

    async dismiss(userId, titleId, nowSec) {
      await db
        .insertInto('recommendation_dismissal')
        .values({ user_id: userId, title_id: titleId, created_at: nowSec })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async dismissed(userId) {
      const rows = await db
        .selectFrom('recommendation_dismissal')
        .select('title_id')
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute()
      return rows.map(({ title_id }) => title_id)
    },
  }
}
