import type { CommentKind } from '@yunmu/contract'
import type { Kysely } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

export interface KeptComment {
  id: number
  userId: number
  kind: CommentKind
  subjectId: number
  content: string
  /** Unix seconds. */
  createdAt: number
  up: number
  down: number
}

export interface CommentStore {
  /** A page of what a person wrote, the newest first, and how much there is in all. */
  pageOf(userId: number, page: { offset: number; limit: number }): Promise<{ comments: KeptComment[]; total: number }>
  /** All that a person wrote, the newest first. */
  allOf(userId: number): Promise<KeptComment[]>
}

export function createCommentStore(db: Kysely<CommentsTables>): CommentStore {
  const written = (userId: number) => db.selectFrom('comment').where('user_id', '=', userId)
  const newestOf = (userId: number) =>
    written(userId)
      .select(['id', 'kind', 'content', 'user_id as userId', 'subject_id as subjectId', 'created_at as createdAt'])
      .select(['up_count as up', 'down_count as down'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')

  return {
    async pageOf(userId, { offset, limit }) {
      const [comments, { total }] = await Promise.all([
        newestOf(userId).offset(offset).limit(limit).execute(),
        written(userId)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { comments, total }
    },
    allOf: (userId) => newestOf(userId).execute(),
  }
}
