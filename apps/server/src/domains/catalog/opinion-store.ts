import type { Kysely } from 'kysely'
import type { CatalogTables } from './catalog-tables.ts'
import { scoreOf } from './title-rules.ts'

/**
 * What an audience thinks of a title, as sums. Who thinks what is kept elsewhere: both are written in the transaction of
 * the caller, so that one never counts without the other.
 */
export interface OpinionStore {
  /** Counts one more who likes it. Returns how many do. */
  addUp(tx: Kysely<CatalogTables>, titleId: number): Promise<number>
  /** Adds to the sum of scores, in tenths, and to how many there are. Returns the mean, 0 to 10. */
  addScore(
    tx: Kysely<CatalogTables>,
    titleId: number,
    added: { tenths: number; count: number },
  ): Promise<{ score: number; scoreCount: number }>
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
  }
}
