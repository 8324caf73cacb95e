import { sql, type Kysely, type Transaction } from 'kysely'
import type { LibraryTitles } from './library-needs.ts'
import type { LibraryTables } from './library-tables.ts'

/** A user's opinion of a title. */
export interface Opinion {
  favourite: boolean
  upped: boolean
  /** 1 to 10; 0 for none. */
  score: number
}

export interface OpinionStore {
  /** Likes a title. Returns the new count, or null if this user liked it already. */
  up(userId: number, titleId: number, nowSec: number): Promise<number | null>
  /** Scores a title, replacing this user's earlier score. Returns the mean. */
  score(userId: number, titleId: number, score: number, nowSec: number): Promise<{ score: number; scoreCount: number }>
  /**
   * Subtracts the opinions of these users from the sums; their rows are deleted with them. Returns the titles
   * concerned.
   */
  removeOfUsers(tx: Transaction<LibraryTables>, userIds: readonly number[]): Promise<number[]>
  of(userId: number, titleId: number): Promise<Opinion>
  /** All likes and scores of a user. */
  all(userId: number): Promise<{
    ups: { titleId: number; createdAt: number }[]
    scores: { titleId: number; score: number; updatedAt: number }[]
  }>
}

export function createOpinionStore(
  db: Kysely<LibraryTables>,
  titles: Pick<LibraryTitles, 'addUp' | 'addScore' | 'removeOpinions'>,
): OpinionStore {
  return {
    up: (userId, titleId, nowSec) =>
      db.transaction().execute(async (tx) => {
        // A concurrent like of the same user waits here and then finds the row.
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('title_up')
          .values({ user_id: userId, title_id: titleId, created_at: nowSec })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n ? titles.addUp(tx, titleId) : null
      }),

    score: (userId, titleId, score, nowSec) =>
      db.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('title_score')
          .values({ user_id: userId, title_id: titleId, score, updated_at: nowSec })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 1n) return titles.addScore(tx, titleId, { tenths: 10 * score, count: 1 })
        const previous = await tx
          .selectFrom('title_score')
          .select('score')
          .where('user_id', '=', userId)
          .where('title_id', '=', titleId)
          .forUpdate()
          .executeTakeFirstOrThrow()
        await tx
          .updateTable('title_score')
          .set({ score, updated_at: nowSec })
          .where('user_id', '=', userId)
          .where('title_id', '=', titleId)
          .execute()
        return titles.addScore(tx, titleId, { tenths: 10 * (score - previous.score), count: 0 })
      }),

    async removeOfUsers(tx, userIds) {
      const { rows } = await sql<{ titleId: number; ups: number; tenths: number; scores: number }>`
        select title_id as "titleId", count(*) filter (where score is null) as ups,
          coalesce(10 * sum(score), 0) as tenths, count(score) as scores
        from (
          select title_id, null::int as score from title_up where user_id = any(${userIds}::int[])
          union all select title_id, score from title_score where user_id = any(${userIds}::int[])
        ) as theirs
        group by title_id
      `.execute(tx)
      if (rows.length > 0) await titles.removeOpinions(tx, rows)
      return rows.map(({ titleId }) => titleId)
    },

    async of(userId, titleId) {
      const ownRow = sql`user_id = ${userId} and title_id = ${titleId}`
      const { rows } = await sql<Opinion>`
        select exists (select from favourite where ${ownRow}) as favourite,
          exists (select from title_up where ${ownRow}) as upped,
          coalesce((select score from title_score where ${ownRow}), 0) as score
      `.execute(db)
      return rows[0] ?? { favourite: false, upped: false, score: 0 }
    },

    async all(userId) {
      const [ups, scores] = await Promise.all([
        db.selectFrom('title_up').selectAll().where('user_id', '=', userId).orderBy('created_at', 'desc').execute(),
        db.selectFrom('title_score').selectAll().where('user_id', '=', userId).orderBy('updated_at', 'desc').execute(),
      ])
      return {
        ups: ups.map(({ title_id, created_at }) => ({ titleId: title_id, createdAt: created_at })),
        scores: scores.map((row) => ({ titleId: row.title_id, score: row.score, updatedAt: row.updated_at })),
      }
    },
  }
}
