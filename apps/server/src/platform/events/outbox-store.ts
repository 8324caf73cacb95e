import { sql, type Kysely, type Transaction } from 'kysely'
import type { OpenTransaction } from '../database/open-transaction.ts'

export type OutboxTables = {
  event_outbox: { id: number; name: string; detail: unknown }
}

export interface StoredEvent {
  id: number
  name: string
  detail: unknown
}

export interface OutboxStore {
  add(tx: OpenTransaction, name: string, detail: unknown): Promise<void>
  /**
   * Passes the oldest committed events to `announce`, and deletes them if it resolves. One process of the station does so
   * at a time. Returns the number of events.
   */
  takeOldest(count: number, announce: (events: readonly StoredEvent[]) => Promise<void>): Promise<number>
}

/** Advisory lock of the process that announces. */
const announcerLock = 0x59_4d_6f_62

export function createOutboxStore(db: Kysely<OutboxTables>): OutboxStore {
  const oldest = (tx: Transaction<OutboxTables>, count: number): Promise<StoredEvent[]> =>
    tx.selectFrom('event_outbox').select(['id', 'name', 'detail']).orderBy('id').limit(count).execute()
  return {
    async add(tx, name, detail) {
      await sql`insert into event_outbox (name, detail) values (${name}, ${JSON.stringify(detail)}::jsonb)`.execute(tx)
    },
    takeOldest: (count, announce) =>
      db.transaction().execute(async (tx) => {
        // Waits instead of skipping: the other process may have read its events before ours were committed.
        await sql`select pg_advisory_xact_lock(${announcerLock})`.execute(tx)
        const events = await oldest(tx, count)
        if (events.length === 0) return 0
        await announce(events)
        const ids = events.map(({ id }) => id)
        await tx.deleteFrom('event_outbox').where('id', 'in', ids).execute()
        return events.length
      }),
  }
}
