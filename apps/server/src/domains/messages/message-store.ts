import type { CommentKind } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { MessagesTables, PersonalType } from './messages-tables.ts'

/** A stored message to one user. `createdAt` is Unix seconds. */
export interface StoredMessage {
  id: number
  userId: number
  type: PersonalType
  /** Who caused it last; null for the station. */
  actorId: number | null
  /** The number of other users who did the same. */
  others: number
  kind: CommentKind
  subjectId: number
  streamId: number
  rid: number
  title: string
  /** For readers who do not hide scores; empty if it is the same. */
  titleWithScore: string
  content: string
  /** Path of a page; empty for that of the subject. */
  url: string
  createdAt: number
  read: boolean
}

export interface NewMessage extends Omit<StoredMessage, 'id' | 'userId' | 'others' | 'createdAt' | 'read'> {
  origin: string
}

export interface MessageStore {
  /** A user's newest messages. */
  newest(userId: number, types: readonly PersonalType[], limit: number): Promise<StoredMessage[]>
  /** All messages of a user, newest first. */
  allOf(userId: number): Promise<StoredMessage[]>
  /** The newest message of each of these users. */
  newestOf(userIds: readonly number[]): Promise<StoredMessage[]>
  /** The number of unread messages of each of these users by type; types and users without any are missing. */
  unread(userIds: readonly number[]): Promise<Map<number, Map<PersonalType, number>>>
  /**
   * Stores a message for each of these users. An existing one of the same origin becomes new again if another user, or
   * the station, caused it; a reminder stays as it is. Returns the users for whom it is new.
   */
  save(
    userIds: readonly number[],
    message: NewMessage,
    options: { nowSec: number; tx?: OpenTransaction },
  ): Promise<number[]>
  /** Marks a user's own messages of a type as read; null is all of them. */
  markRead(userId: number, type: PersonalType, ids: readonly number[] | null): Promise<void>
  /** Deletes messages of these origins for everybody. Returns the users who had one. */
  deleteByOrigin(origins: readonly string[], types: readonly PersonalType[]): Promise<number[]>
  /** Deletes messages older than a time, and those whose actors were all deleted. */
  deleteOld(beforeSec: number): Promise<void>
}

/** Whether an actor of the message still exists, or the station caused it. */
const hasCause = sql<boolean>`(message.type in ('sub_live', 'reminder')
  or exists (select from message_actor where message_actor.message_id = message.id))`

export function createMessageStore(db: Kysely<MessagesTables>): MessageStore {
  const messages = () =>
    db
      .selectFrom('message')
      .where(hasCause)
      .select(['id', 'type', 'kind', 'subject_id as subjectId', 'rid', 'read'])
      .select(['stream_id as streamId', 'title', 'content', 'url', 'created_at as createdAt'])
      .select(['user_id as userId', 'title_with_score as titleWithScore'])
      .select([
        sql<number | null>`(select actor_id from message_actor
          where message_id = message.id order by message_actor.id desc limit 1)`.as('actorId'),
        sql<number>`(select greatest(count(*) - 1, 0)::int from message_actor
          where message_id = message.id)`.as('others'),
      ])
  const messagesOf = (userId: number) =>
    messages().where('user_id', '=', userId).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return {
    newest: (userId, types, limit) => messagesOf(userId).where('type', 'in', types).limit(limit).execute(),
    allOf: (userId) => messagesOf(userId).execute(),
    newestOf: (userIds) =>
      messages()
        .where(
          sql<boolean>`id in (
            select newest.id from unnest(${[...userIds]}::int[]) as person (id)
            cross join lateral (
              select id from message
              where user_id = person.id and ${hasCause}
              order by created_at desc, id desc limit 1
            ) as newest)`,
        )
        .execute(),
    async unread(userIds) {
      const rows = await db
        .selectFrom('message')
        .select(['user_id as userId', 'type', ({ fn }) => fn.countAll<number>().as('count')])
        .where('user_id', '=', sql<number>`any(${[...userIds]}::int[])`)
        .where('read', '=', false)
        .where(hasCause)
        .groupBy(['user_id', 'type'])
        .execute()
      const byUser = new Map<number, Map<PersonalType, number>>()
      for (const { userId, type, count } of rows)
        byUser.set(userId, (byUser.get(userId) ?? new Map<PersonalType, number>()).set(type, count))
      return byUser
    },
    async save(userIds, message, { nowSec, tx }) {
      const { type, origin, actorId, kind, subjectId, streamId, rid, title, titleWithScore, content, url } = message
      const { rows } = await sql<{ user_id: number }>`
        with told as (
          insert into message as known
            (user_id, type, origin, kind, subject_id, stream_id, rid, title, title_with_score, content, url, created_at)
          select person, ${type}, ${origin}, ${kind}, ${subjectId}::int, ${streamId}::int, ${rid}::int,
            ${title}, ${titleWithScore}, ${content}, ${url}, ${nowSec}::bigint
          from unnest(${[...new Set(userIds)]}::int[]) as person
          on conflict (user_id, type, origin) do update
          set stream_id = excluded.stream_id, title = excluded.title,
            title_with_score = excluded.title_with_score, content = excluded.content, url = excluded.url, created_at = excluded.created_at, read = false
          where known.type <> 'reminder' and not exists (select from message_actor as before
            where before.message_id = known.id and before.actor_id = ${actorId}::int)
          returning id, user_id
        ), acted as (
          insert into message_actor (message_id, actor_id)
          select id, ${actorId}::int from told where ${actorId}::int is not null
          on conflict do nothing
        )
        select user_id from told`.execute(tx ?? db)
      return rows.map(({ user_id }) => user_id)
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
    async deleteByOrigin(origins, types) {
      const rows = await db
        .deleteFrom('message')
        .where('origin', '=', sql<string>`any(${[...origins]}::text[])`)
        .where('type', 'in', types)
        .returning('user_id')
        .execute()
      return [...new Set(rows.map(({ user_id }) => user_id))]
    },
    async deleteOld(beforeSec) {
      await db
        .deleteFrom('message')
        .where(({ or, eb, not }) => or([eb('created_at', '<', beforeSec), not(hasCause)]))
        .execute()
    },
  }
}
