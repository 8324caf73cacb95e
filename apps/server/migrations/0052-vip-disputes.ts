import { sql, type Kysely } from 'kysely'

/**
 * Events name the order as it was reported, which may be unknown, and the dispute that they are about, because a payment may
 * have several. An order that was charged back knows what
 * it was before, and a difference in a bill that it was dealt with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_event add column dispute text not null default ''`.execute(db)
  await sql`alter table payment_event add column reported_no text not null default ''`.execute(db)
  await sql`
    update payment_event set dispute = split_part(event_key, ':', 2)
    where gateway = 'stripe' and verdict in ('chargeback', 'chargeback_won') and event_key like 'charge%:%'`.execute(db)
  await sql`
    alter table vip_order
      add column disputed_state text,
      add column disputed_hold text not null default ''`.execute(db)
  await sql`alter table reconciliation_row add column resolved_sec bigint not null default 0`.execute(db)
}
