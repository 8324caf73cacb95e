import type { Kysely } from 'kysely'
import type { Identity } from './provider.ts'
import { createTicketStore, type Ticket } from './ticket-store.ts'
import { canStillSignIn } from './third-rules.ts'
import type { ThirdTables } from './third-tables.ts'

/** `taken`: it belongs to another account. `double`: the account has another login of the same site. */
export type BindOutcome = 'bound' | 'noTicket' | 'taken' | 'double'

export interface BoundIdentity {
  authType: string
  sinceSec: number
}

export interface IdentityStore {
  /** The user who owns a login of another site, or undefined. */
  ownerOf(authType: string, subject: string): Promise<number | undefined>
  /** Binds the ticket's login to an account and consumes the ticket, both or neither. */
  bind(ticket: Ticket, userId: number, nowSec: number): Promise<BindOutcome>
  /** The same within the caller's transaction. */
  bindWithin(tx: Kysely<unknown>, ticket: Ticket, userId: number, nowSec: number): Promise<BindOutcome>
  bound(userId: number): Promise<BoundIdentity[]>
  /** All stored data, times as ISO 8601. */
  exportOf(userId: number): Promise<{ authType: string; subject: string; name: string; since: string }[]>
  unbind(request: {
    userId: number
    authType: string
    hasPassword: boolean
    isOffered: (authType: string) => boolean
  }): Promise<'unbound' | 'notBound' | 'onlyWayIn'>
}

export function createIdentityStore(db: Kysely<ThirdTables>): IdentityStore {
  return {
    async ownerOf(authType, subject) {
      const row = await identityOf(db, authType, subject)
      return row?.user_id
    },
    bind: (ticket, userId, nowSec) => db.transaction().execute((tx) => bindWithin(tx, ticket, userId, nowSec)),
    bindWithin: (tx, ticket, userId, nowSec) => bindWithin(tx.withTables<ThirdTables>(), ticket, userId, nowSec),
    async bound(userId) {
      const rows = await db
        .selectFrom('third_identity')
        .select(['auth_type', 'created_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('auth_type')
        .execute()
      return rows.map((row) => ({ authType: row.auth_type, sinceSec: row.created_at }))
    },
    async exportOf(userId) {
      const rows = await db.selectFrom('third_identity').selectAll().where('user_id', '=', userId).execute()
      return rows.map(({ auth_type: authType, subject, name, created_at: sec }) => ({
        authType,
        subject,
        name,
        since: new Date(sec * 1000).toISOString(),
      }))
    },
    unbind: ({ userId, authType, hasPassword, isOffered }) =>
      db.transaction().execute(async (tx) => {
        // Locks the rows, so that of two concurrent calls the second sees that the first login was removed.
        const rows = await tx
          .selectFrom('third_identity')
          .select('auth_type')
          .where('user_id', '=', userId)
          .orderBy('auth_type')
          .forUpdate()
          .execute()
        const bound = rows.map((row) => row.auth_type)
        if (!bound.includes(authType)) return 'notBound'
        if (!canStillSignIn(authType, { hasPassword, bound }, isOffered)) return 'onlyWayIn'
        await tx.deleteFrom('third_identity').where('user_id', '=', userId).where('auth_type', '=', authType).execute()
        return 'unbound'
      }),
  }
}

/**
 * Locks the ticket first, so that concurrent callers wait and then find it consumed. A refusal leaves the ticket
 * unused.
 */
async function bindWithin(
  tx: Kysely<ThirdTables>,
  ticket: Ticket,
  userId: number,
  nowSec: number,
): Promise<BindOutcome> {
  const tickets = createTicketStore(tx)
  const identity = await tickets.lock(ticket, nowSec)
  if (!identity) return 'noTicket'
  const outcome = await addIdentity(tx, ticket.authType, identity, userId, nowSec)
  if (outcome === 'bound') await tickets.consume(ticket, nowSec)
  return outcome
}

async function addIdentity(
  tx: Kysely<ThirdTables>,
  authType: string,
  { subject, name }: Identity,
  userId: number,
  nowSec: number,
): Promise<BindOutcome> {
  const inserted = await tx
    .insertInto('third_identity')
    .values({ auth_type: authType, subject, user_id: userId, name, created_at: nowSec })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (inserted) return 'bound'
  const existing = await identityOf(tx, authType, subject)
  if (!existing) return 'double'
  return existing.user_id === userId ? 'bound' : 'taken'
}

function identityOf(
  db: Kysely<ThirdTables>,
  authType: string,
  subject: string,
): Promise<{ user_id: number } | undefined> {
  return db
    .selectFrom('third_identity')
    .select('user_id')
    .where('auth_type', '=', authType)
    .where('subject', '=', subject)
    .executeTakeFirst()
}
