import type { Kysely } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { Identity } from './provider.ts'
import { maxTries, ticketSec } from './third-rules.ts'
import type { ThirdTables } from './third-tables.ts'

/** What a page presents after a login at another site. */
export interface Ticket {
  authType: string
  /** The ticket's id. */
  accessToken: string
  accessSecret: string
}

export interface TicketStore {
  /**
   * Stores an identity for ten minutes. Only a hash of the secret is stored, so the table's content is not usable as a
   * ticket.
   */
  issue(authType: string, identity: Identity, nowSec: number): Promise<Ticket>
  /** The identity of a ticket, or undefined. Does not consume it. */
  find(ticket: Ticket, nowSec: number): Promise<Identity | undefined>
  /** The same, and locks the ticket until the transaction ends. */
  lock(ticket: Ticket, nowSec: number): Promise<Identity | undefined>
  /** Consumes the ticket. True for only one of concurrent callers. */
  consume(ticket: Ticket, nowSec: number): Promise<boolean>
  /** Counts a code before it is tried. True for at most {@link maxTries} concurrent callers. */
  countTry(ticket: Ticket, nowSec: number): Promise<boolean>
  /** Takes back a counted try that failed for another reason. */
  refundTry(ticket: Ticket, nowSec: number): Promise<void>
  /** Deletes a ticket that has no tries left. */
  deleteExhausted(ticket: Ticket, nowSec: number): Promise<void>
  removeExpired(nowSec: number): Promise<void>
}

const secretHash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Whether the strings have the form of a ticket. */
const isWellFormed = ({ accessToken, accessSecret }: Ticket): boolean =>
  /^[\w-]{22}$/.test(accessToken) && /^[\w-]{43}$/.test(accessSecret)

export function createTicketStore(db: Kysely<ThirdTables>): TicketStore {
  const matching = ({ authType, accessToken, accessSecret }: Ticket, nowSec: number) =>
    db
      .selectFrom('third_ticket')
      .select(['subject', 'name'])
      .where('id', '=', accessToken)
      .where('secret_hash', '=', secretHash(accessSecret))
      .where('auth_type', '=', authType)
      .where('expires_at', '>', nowSec)
  return {
    async issue(authType, { subject, name }, nowSec) {
      const accessToken = randomBytes(16).toString('base64url')
      const accessSecret = randomBytes(32).toString('base64url')
      await db
        .insertInto('third_ticket')
        .values({
          id: accessToken,
          secret_hash: secretHash(accessSecret),
          auth_type: authType,
          subject,
          name,
          expires_at: nowSec + ticketSec,
        })
        .execute()
      return { authType, accessToken, accessSecret }
    },
    find: async (ticket, nowSec) => (isWellFormed(ticket) ? matching(ticket, nowSec).executeTakeFirst() : undefined),
    lock: async (ticket, nowSec) =>
      isWellFormed(ticket) ? matching(ticket, nowSec).forUpdate().executeTakeFirst() : undefined,
    async consume(ticket, nowSec) {
      if (!isWellFormed(ticket)) return false
      const deleted = await db
        .deleteFrom('third_ticket')
        .where('id', 'in', matching(ticket, nowSec).clearSelect().select('id'))
        .returning('id')
        .execute()
      return deleted.length === 1
    },
    async countTry(ticket, nowSec) {
      if (!isWellFormed(ticket)) return false
      const counted = await db
        .updateTable('third_ticket')
        .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
        .where('id', 'in', matching(ticket, nowSec).clearSelect().select('id'))
        .where('tries', '<', maxTries)
        .returning('id')
        .execute()
      return counted.length === 1
    },
    async refundTry(ticket, nowSec) {
      await db
        .updateTable('third_ticket')
        .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
        .where('id', 'in', matching(ticket, nowSec).clearSelect().select('id'))
        .where('tries', '>', 0)
        .execute()
    },
    async deleteExhausted(ticket, nowSec) {
      await db
        .deleteFrom('third_ticket')
        .where('id', 'in', matching(ticket, nowSec).clearSelect().select('id'))
        .where('tries', '>=', maxTries)
        .execute()
    },
    async removeExpired(nowSec) {
      await db.deleteFrom('third_ticket').where('expires_at', '<=', nowSec).execute()
    },
  }
}
