import { sql, type Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createBatchLoader } from '../../../platform/caching/batch-loader.ts'
import type { SessionEndRefusal, SessionScope } from '../../../platform/calls/viewer.ts'
import { endRefusalOf } from '../accounts-rules.ts'
import type { AccountsTables, SessionEndReason } from '../accounts-tables.ts'

/** The part of a session that authentication needs. */
export interface SessionRow {
  userId: number
  name: string
  groupId: number
  userEndTime: number
  authorityId: number
  isMinor: boolean
  scope: SessionScope
  /** What calls with this session are refused with; null while it is open. */
  ended: SessionEndRefusal | null
  seenAt: number
}

export interface OpenSession {
  id: string
  device: string
  network: string
  createdAt: number
  seenAt: number
}

export interface NewSession {
  userId: number
  device: string
  network: string
  nowSec: number
  expiresAt: number
  /** Operators issue all but full ones. */
  scope: SessionScope
  /** The hash that the user proved to know; null if the user signed in another way. */
  passwordHash: string | null
}

export interface SessionStore {
  find(id: string, userId: number): Promise<SessionRow | null>
  /**
   * Returns the session's id, or null if the password has changed or the account is deleted or disabled (an operator's
   * token is also made for a disabled account). The user row stays locked until the session is committed, so that later
   * changes of the account find the session.
   */
  add(session: NewSession): Promise<string | null>
  /** Open sessions, most recently used first. */
  list(userId: number, nowSec: number): Promise<OpenSession[]>
  /** Expiry, Unix seconds; 0 if there is no such session. */
  expiryOf(id: string): Promise<number>
  /** Ends a session that its user signed out of. False if this user has no such open session. */
  end(userId: number, id: string, nowSec: number): Promise<boolean>
  /**
   * Ends all sessions of a user except `exceptId`. `keepIssuedTokens` keeps those issued by the operator. Returns the
   * number.
   */
  endAll(
    userId: number,
    options: { exceptId: string | null; keepIssuedTokens: boolean; nowSec: number; reason: SessionEndReason },
  ): Promise<number>
  updateLastSeen(seen: ReadonlyMap<string, number>): Promise<void>
  removeExpired(nowSec: number): Promise<void>
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
const maxListed = 100

async function findSessions(db: Kysely<AccountsTables>, ids: readonly string[]): Promise<Map<string, SessionRow>> {
  const rows = await db
    .selectFrom('user_session')
    .innerJoin('app_user', 'app_user.id', 'user_session.user_id')
    .select(['user_session.id', 'scope', 'name', 'disabled', 'app_user.id as userId', 'authority_id as authorityId'])
    .select(['ended_at as endedAt', 'end_reason as endReason'])
    .select(['group_id as groupId', 'user_end_time as userEndTime', 'seen_at as seenAt'])
    .select(({ eb }) => eb('minors_code', '<>', '').as('isMinor'))
    .$narrowType<{ isMinor: boolean }>()
    .where(({ eb, val }) => eb('user_session.id', '=', eb.fn.any(val(ids))))
    .execute()
  return new Map(
    rows.map(({ id, disabled, endedAt, endReason, ...row }) => [
      id,
      { ...row, ended: endRefusalOf({ disabled, isOpen: endedAt === null, endReason }) },
    ]),
  )
}

export function createSessionStore(db: Kysely<AccountsTables>): SessionStore {
  const load = createBatchLoader((ids: readonly string[]) => findSessions(db, ids))
  return {
    async find(id, userId) {
      const session = isUuid(id) ? await load(id) : undefined
      return session?.userId === userId ? session : null
    },

    async add({ userId, device, network, nowSec, expiresAt, scope, passwordHash }) {
      const byOperator = scope !== 'full'
      const { rows } = await sql<{ id: string }>`
        insert into user_session (id, user_id, device, network, created_at, seen_at, expires_at, issued_by_operator, scope)
        select ${randomUUID()}::uuid, id, ${device}::text, ${network}::text, ${nowSec}::bigint, ${nowSec}::bigint,
          ${expiresAt}::bigint, ${byOperator}::boolean, ${scope}
        from app_user where id = ${userId} and (${byOperator}::boolean or not disabled)
          and (${passwordHash}::text is null or password_hash = ${passwordHash}::text)
        for share
        returning id`.execute(db)
      return rows[0]?.id ?? null
    },

    list: (userId, nowSec) =>
      db
        .selectFrom('user_session')
        .select(['id', 'device', 'network', 'created_at as createdAt', 'seen_at as seenAt'])
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', nowSec)
        .orderBy('seen_at', 'desc')
        .orderBy('created_at', 'desc')
        .limit(maxListed)
        .execute(),

    async expiryOf(id) {
      const query = db.selectFrom('user_session').select('expires_at').where('id', '=', id)
      return (await query.executeTakeFirst())?.expires_at ?? 0
    },

    async end(userId, id, nowSec) {
      if (!isUuid(id)) return false
      const { numUpdatedRows } = await db
        .updateTable('user_session')
        .set({ ended_at: nowSec, end_reason: 'signed out' })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async endAll(userId, { exceptId, keepIssuedTokens, nowSec, reason }) {
      let selected = db
        .selectFrom('user_session')
        .select('id')
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', nowSec)
      if (exceptId !== null) selected = selected.where('id', '<>', exceptId)
      if (keepIssuedTokens) selected = selected.where('issued_by_operator', '=', false)
      // Rows are locked in the order of their ids, so that concurrent updates cannot deadlock.
      const inOrder = selected.orderBy('id').forNoKeyUpdate()
      const ended = { ended_at: nowSec, end_reason: reason }
      const query = db.updateTable('user_session').set(ended).where('id', 'in', inOrder)
      return Number((await query.executeTakeFirst()).numUpdatedRows)
    },

    async updateLastSeen(seen) {
      await sql`
        with held as (
          select id from user_session where id = any(${[...seen.keys()]}::uuid[]) order by id for no key update
        )
        update user_session set seen_at = greatest(seen_at, fresh.at)
        from held, unnest(${[...seen.keys()]}::uuid[], ${[...seen.values()]}::bigint[]) as fresh (id, at)
        where user_session.id = held.id and fresh.id = held.id`.execute(db)
    },

    async removeExpired(nowSec) {
      await db.deleteFrom('user_session').where('expires_at', '<=', nowSec).execute()
    },
  }
}
