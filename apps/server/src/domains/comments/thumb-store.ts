import type { Thumb } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

/** State of a comment after a thumb. */
export interface ThumbResult {
  up: number
  down: number
  thumbed: Thumb
}

export interface ThumbStore {
  /** The user's thumbs on these comments; those without one are missing. */
  of(userId: number, commentIds: readonly number[]): Promise<Map<number, Thumb>>
  /** Sets a thumb, or removes it if it is set already. Null if the comment was deleted. */
  toggle(commentId: number, userId: number, thumb: 'up' | 'down'): Promise<ThumbResult | null>
}

export function createThumbStore(db: Kysely<CommentsTables>): ThumbStore {
  return {
    async of(userId, commentIds) {
      const rows = await db
        .selectFrom('comment_thumb')
        .select(['comment_id', 'up'])
        .where('user_id', '=', userId)
        .where('comment_id', '=', sql<number>`any(${[...commentIds]}::int[])`)
        .execute()
      return new Map(rows.map(({ comment_id, up }) => [comment_id, up ? 'up' : 'down']))
    },
    toggle: (commentId, userId, thumb) =>
      db.transaction().execute(async (tx) => {
        // Locks the comment, which serialises its thumbs.
        const { rows: held } = await sql`
          select from comment where id = ${commentId} and state <> 'removed' for update`.execute(tx)
        if (held.length === 0) return null
        const deleted = await tx
          .deleteFrom('comment_thumb')
          .where('comment_id', '=', commentId)
          .where('user_id', '=', userId)
          .returning('up')
          .executeTakeFirst()
        const previous: Thumb = deleted === undefined ? 'none' : deleted.up ? 'up' : 'down'
        const thumbed: Thumb = previous === thumb ? 'none' : thumb
        if (thumbed !== 'none')
          await tx
            .insertInto('comment_thumb')
            .values({ comment_id: commentId, user_id: userId, up: thumbed === 'up' })
            .execute()
        const change = (which: Thumb): number => Number(thumbed === which) - Number(previous === which)
        const { rows } = await sql<{ up: number; down: number }>`
          update comment set up_count = up_count + ${change('up')}::int, down_count = down_count + ${change('down')}::int
          where id = ${commentId} returning up_count as up, down_count as down`.execute(tx)
        return { up: 0, down: 0, ...rows[0], thumbed }
      }),
  }
}
