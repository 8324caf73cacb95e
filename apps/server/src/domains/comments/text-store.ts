import type { CommentKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { CommentsTables } from './comments-tables.ts'

/** A comment for moderation. `createdAt` is Unix seconds. */
export interface CommentText {
  id: string
  userId: number
  state: 'shown' | 'held'
  text: string
  found: string
  createdAt: number
  place: { kind: CommentKind; id: number; level: 0 }
}

export interface TextStore {
  find(ids: readonly number[]): Promise<CommentText[]>
  held(limit: number): Promise<string[]>
}

export function createTextStore(db: Kysely<CommentsTables>): TextStore {
  return {
    async find(ids) {
      const { rows } = await sql<Omit<CommentText, 'place'> & { kind: CommentKind; subjectId: number }>`
        select id::text, user_id as "userId", state, content as text, found, created_at as "createdAt",
          kind, subject_id as "subjectId"
        from comment where id = any(${[...ids]}::int[]) and state <> 'removed'`.execute(db)
      return rows.map(({ kind, subjectId, ...text }) => ({ ...text, place: { kind, id: subjectId, level: 0 } }))
    },
    async held(limit) {
      const { rows } = await sql<{ id: string }>`
        select id::text from comment where state = 'held' order by comment.id limit ${limit}`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}
