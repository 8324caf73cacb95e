import { sql, type Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { scoreOf } from './title-rules.ts'

/**
 * Sums of the audience's likes and scores. The single opinions are stored by another domain, in the same transaction,
 * so that both stay consistent.
 */
export interface OpinionStore {
  /** Adds a like. Returns the new number. */
  addUp(tx: Kysely<CatalogTables>, titleId: number): Promise<number>
  /** Adds to the sum of scores, in tenths, and to their number. Returns the mean, 0 to 10. */
  addScore(
    tx: Kysely<CatalogTables>,
    titleId: number,
    added: { tenths: number; count: number },
  ): Promise<{ score: number; scoreCount: number }>
  /** Subtracts likes and scores of deleted users. */
  remove(
    tx: Kysely<CatalogTables>,
    opinions: readonly { titleId: number; ups: number; tenths: number; scores: number }[],
  ): Promise<void>
}

export function createOpinionStore(): OpinionStore {
  return {
    async addUp(tx, titleId) {
      const { up_count } = await tx
        .updateTable('title')
        .set(({ eb }) => ({ up_count: eb('up_count', '+', 1) }))
        .where('id', '=', titleId)
        .returning('up_count')
        .executeTakeFirstOrThrow()
      return up_count
    },

    async addScore(tx, titleId, { tenths, count }) {
      const row = await tx
        .updateTable('title')
        .set(({ eb }) => ({ score_sum: eb('score_sum', '+', tenths), score_count: eb('score_count', '+', count) }))
        .where('id', '=', titleId)
        .returning(['score_sum', 'score_count'])
        .executeTakeFirstOrThrow()
      const score = scoreOf(row.score_sum, row.score_count)
      await tx
        .updateTable('title_listing')
        .set({ score: Math.round(10 * score) })
        .where('title_id', '=', titleId)
        .execute()
      return { score, scoreCount: row.score_count }
    },

    async remove(tx, opinions) {
      const ids = opinions.map(({ titleId }) => titleId)
      // Locked in one order to avoid deadlocks of concurrent calls.
      await sql`select from title where id = any(${ids}::int[]) order by id for update`.execute(tx)
      const { rows } = await sql<{ id: number; score_sum: number; score_count: number }>`
        update title set up_count = up_count - taken.ups, score_sum = score_sum - taken.tenths,
          score_count = score_count - taken.scores
        from unnest(
          ${ids}::int[], ${opinions.map(({ ups }) => ups)}::int[], ${opinions.map(({ tenths }) => tenths)}::int[],
          ${opinions.map(({ scores }) => scores)}::int[]
        ) as taken (id, ups, tenths, scores)
        where title.id = taken.id returning title.id, score_sum, score_count
      `.execute(tx)
      const scores = rows.map((row) => Math.round(10 * scoreOf(row.score_sum, row.score_count)))
      await sql`
        update title_listing set score = known.score
        from unnest(${rows.map(({ id }) => id)}::int[], ${scores}::int[]) as known (id, score)
        where title_listing.title_id = known.id
      `.execute(tx)
    },
  }
}
