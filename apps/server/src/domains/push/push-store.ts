import type { Script } from '@yunmu/contract'
import { sql, type Kysely } from 'kysely'
import type { OpenTransaction } from '../../platform/database/open-transaction.ts'
import type { ReceiverKeys } from './encrypt-message.ts'
import type { PushTables } from './push-tables.ts'

export interface NewSubscription extends ReceiverKeys {
  userId: number
  sessionId: string
  endpoint: string
  script: Script
}

/** A message for browsers. Texts are in simplified script. */
export interface StoredPush {
  topic: string
  title: string
  body: string
  url: string
  expiresSec: number
}

/** A browser to which a message is still to be sent. */
export interface Delivery extends NewSubscription {
  subscriptionId: number
}

export interface PushStore {
  /** Adds or replaces a subscription. Of more than `max` of a user those that were used longest ago are deleted. */
  subscribe(subscription: NewSubscription, limits: { nowSec: number; max: number }): Promise<void>
  unsubscribe(userId: number, endpoint: string): Promise<void>
  /** Whether messages to a user are sent to a subscription that was made in this session. */
  isSubscribed(of: Pick<NewSubscription, 'userId' | 'sessionId' | 'endpoint'>): Promise<boolean>
  subscriptionsOf(userId: number): Promise<{ endpoint: string; script: Script; createdAt: number; usedAt: number }[]>
  /** Stores a message for the browsers of users, in parts of some hundred. Null if they have none. */
  add(
    tx: OpenTransaction,
    userIds: readonly number[],
    push: StoredPush,
  ): Promise<{ messageId: number; parts: number } | null>
  message(id: number): Promise<StoredPush | null>
  /** The browsers of a part to which the message is still to be sent. */
  deliveries(messageId: number, part: number): Promise<Delivery[]>
  /** Nothing more is to be sent to this browser. */
  finish(messageId: number, subscriptionId: number, nowSec: number): Promise<void>
  remove(subscriptionId: number): Promise<void>
  /** Deletes messages that are of no use any more, with what is left of them. */
  deleteExpired(nowSec: number): Promise<void>
}

/** Browsers of one job. */
const partSize = 200

export function createPushStore(db: Kysely<PushTables>): PushStore {
  return {
    subscribe: ({ userId, sessionId, endpoint, publicKey, authSecret, script }, { nowSec, max }) =>
      db.transaction().execute(async (tx) => {
        // Serialises the additions of one user, so that none exceeds the limit.
        await sql`select pg_advisory_xact_lock(hashtext('push.subscribe'), ${userId}::int)`.execute(tx)
        const row = {
          user_id: userId,
          session_id: sessionId,
          public_key: Buffer.from(publicKey),
          auth_secret: Buffer.from(authSecret),
          script,
          used_at: nowSec,
        }
        await tx
          .insertInto('push_subscription')
          .values({ ...row, endpoint, created_at: nowSec })
          .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
          .execute()
        await sql`
          delete from push_subscription where id in (
            select id from push_subscription where user_id = ${userId}
            order by used_at desc, id desc offset ${max})`.execute(tx)
      }),

    async unsubscribe(userId, endpoint) {
      await db.deleteFrom('push_subscription').where('user_id', '=', userId).where('endpoint', '=', endpoint).execute()
    },

    async isSubscribed({ userId, sessionId, endpoint }) {
      const row = await db
        .selectFrom('push_subscription')
        .select('id')
        .where('endpoint', '=', endpoint)
        .where('user_id', '=', userId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row !== undefined
    },

    subscriptionsOf: (userId) =>
      db
        .selectFrom('push_subscription')
        .select(['endpoint', 'script', 'created_at as createdAt', 'used_at as usedAt'])
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute(),

    async add(tx, userIds, { topic, title, body, url, expiresSec }) {
      const { rows } = await sql<{ messageId: number; parts: number }>`
        with chosen as (
          select id, ((row_number() over (order by id)) - 1) / ${partSize}::int as part
          from push_subscription where user_id = any(${[...userIds]}::int[])
        ), message as (
          insert into push_message (topic, title, body, url, expires_at)
          select ${topic}, ${title}, ${body}, ${url}, ${expiresSec}::bigint where exists (select from chosen)
          returning id
        ), stored as (
          insert into push_delivery (message_id, subscription_id, part)
          select message.id, chosen.id, chosen.part from message, chosen
          returning message_id, part
        )
        select message_id as "messageId", max(part) + 1 as parts from stored group by message_id`.execute(tx)
      return rows[0] ?? null
    },

    async message(id) {
      const row = await db
        .selectFrom('push_message')
        .select(['topic', 'title', 'body', 'url', 'expires_at as expiresSec'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    deliveries: (messageId, part) =>
      db
        .selectFrom('push_delivery')
        .innerJoin('push_subscription', 'push_subscription.id', 'push_delivery.subscription_id')
        .select(['push_subscription.id as subscriptionId', 'user_id as userId', 'session_id as sessionId'])
        .select(['endpoint', 'public_key as publicKey', 'auth_secret as authSecret', 'script'])
        .where('message_id', '=', messageId)
        .where('part', '=', part)
        .orderBy('subscriptionId')
        .execute(),

    async finish(messageId, subscriptionId, nowSec) {
      await sql`
        with done as (
          delete from push_delivery where message_id = ${messageId} and subscription_id = ${subscriptionId}
          returning subscription_id
        )
        update push_subscription set used_at = greatest(used_at, ${nowSec}::bigint)
        from done where id = done.subscription_id`.execute(db)
    },

    async remove(subscriptionId) {
      await db.deleteFrom('push_subscription').where('id', '=', subscriptionId).execute()
    },

    async deleteExpired(nowSec) {
      await db.deleteFrom('push_message').where('expires_at', '<', nowSec).execute()
    },
  }
}
