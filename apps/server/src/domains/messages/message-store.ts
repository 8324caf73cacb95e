import type { CommentKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { MessagesTables, PersonalType } from './messages-tables.ts'

/** A message to one person as it is kept. `createdAt` is Unix seconds. */
export interface KeptMessage {
  id: number
  type: PersonalType
  actorId: number | null
  others: number
  kind: CommentKind
  subjectId: number
  streamId: number
  rid: number
  title: string
  content: string
  createdAt: number
  read: boolean
}

export interface MessageToKeep extends Omit<KeptMessage, 'id' | 'others' | 'createdAt' | 'read'> {
  origin: string
}

export interface MessageStore {
  /** The newest of a person's messages. */
  newest(userId: number, types: readonly PersonalType[], limit: number): Promise<KeptMessage[]>
  /** All of a person's messages, the newest first. */
  allOf(userId: number): Promise<KeptMessage[]>
  /** How many are unread; a type without any is missing. */
  unread(userId: number): Promise<Map<PersonalType, number>>
  /**
   * Keeps a message for each of these people. What is about the same comes up anew: as one more of the same where it
   * was not read and another person caused it.
   */
  keep(userIds: readonly number[], message: MessageToKeep, nowSec: number): Promise<void>
  /** Marks a person's own messages of a type as read; null is all of them. */
  markRead(userId: number, type: PersonalType, ids: readonly number[] | null): Promise<void>
  /** Forgets what is older than a moment. */
  forget(beforeSec: number): Promise<void>
}

export function createMessageStore(db: Kysely<MessagesTables>): MessageStore {
  const messagesOf = (userId: number) =>
    db
      .selectFrom('message')
      .where('user_id', '=', userId)
      .select(['id', 'type', 'actor_id as actorId', 'others', 'kind', 'subject_id as subjectId', 'rid', 'read'])
      .select(['stream_id as streamId', 'title', 'content', 'created_at as createdAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
  return {
    newest: (userId, types, limit) => messagesOf(userId).where('type', 'in', types).limit(limit).execute(),
    allOf: (userId) => messagesOf(userId).execute(),
    async unread(userId) {
      const rows = await db
        .selectFrom('message')
        .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
        .where('user_id', '=', userId)
        .where('read', '=', false)
        .groupBy('type')
        .execute()
      return new Map(rows.map(({ type, count }) => [type, count]))
    },
    async keep(userIds, { type, origin, actorId, kind, subjectId, streamId, rid, title, content }, nowSec) {
      await sql`
        insert into message as known
          (user_id, type, origin, actor_id, kind, subject_id, stream_id, rid, title, content, created_at)
        select person, ${type}, ${origin}, ${actorId}::int, ${kind}, ${subjectId}::int, ${streamId}::int, ${rid}::int,
          ${title}, ${content}, ${nowSec}::bigint
        from unnest(${[...new Set(userIds)]}::int[]) as person
        on conflict (user_id, type, origin) do update
        set others = case
            when known.read then 0
            when known.actor_id is distinct from excluded.actor_id then known.others + 1
            else known.others end,
          actor_id = excluded.actor_id, stream_id = excluded.stream_id, title = excluded.title,
          content = excluded.content, created_at = excluded.created_at, read = false`.execute(db)
    },
    async markRead(userId, type, ids) {
      const own = db
        .updateTable('message')
        .set({ read: true })
        .where('user_id', '=', userId)
        .where('type', '=', type)
        .where('read', '=', false)
      await (ids === null ? own : own.where('id', '=', sql<number>`any(${[...ids]}::int[])`)).execute()
    },
    async forget(beforeSec) {
      await db.deleteFrom('message').where('created_at', '<', beforeSec).execute()
    },
  }
}
