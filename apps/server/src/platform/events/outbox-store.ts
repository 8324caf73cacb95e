import { sql, type Kysely, type Transaction } from 'kysely'
import type { OpenTransaction } from '../database/open-transaction.ts'

export type OutboxTables = {
  event_outbox: { id: number; name: string; detail: unknown }
}

/** The database notifies it with each commit of a transaction that added events. */
export const committedChannel = 'yunmu_committed'

export interface StoredEvent {
  id: number
  name: string
  detail: unknown
}

export interface OutboxStore {
  add(tx: OpenTransaction, name: string, detail: unknown): Promise<void>
  /**
   * Passes the oldest committed events to `announce`, and deletes them if it resolves. A process that takes the same ones
   * waits, and does not get them. Returns the number of events.
   */
  takeOldest(count: number, announce: (events: readonly StoredEvent[]) => Promise<void>): Promise<number>
}

export function createOutboxStore(db: Kysely<OutboxTables>): OutboxStore {
  /** Locked from the oldest on: another process that takes events waits at the first of ours, so that the order stays. */
  const oldest = (tx: Transaction<OutboxTables>, count: number) =>
    tx.selectFrom('event_outbox').select('id').orderBy('id').limit(count).forUpdate()
  return {
    async add(tx, name, detail) {
      await sql`
        with added as (insert into event_outbox (name, detail) values (${name}, ${JSON.stringify(detail)}::jsonb))
        select pg_notify(${committedChannel}, '')`.execute(tx)
    },
    takeOldest: (count, announce) =>
      db.transaction().execute(async (tx) => {
        const query = tx.deleteFrom('event_outbox').where('id', 'in', oldest(tx, count))
        const events = await query.returning(['id', 'name', 'detail']).execute()
        if (events.length > 0) await announce(events.toSorted((one, other) => one.id - other.id))
        return events.length
      }),
  }
}
