import { sql, type Kysely } from 'kysely'

/**
 * Refunds are compared with bills by their numbers, one to one, and each day's bill of each gateway once: which days were
 * compared is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_event add column refund_no text not null default ''`.execute(db)
  await sql`
    update payment_event set refund_no = substr(event_key, length('refund:') + 1)
    where verdict = 'refund' and event_key like 'refund:%'`.execute(db)
  await sql`create index on payment_event (received_sec)`.execute(db)
  // What is deleted after a time is looked for each day.
  await sql`create index on payment_event (received_sec) where raw is not null or headers is not null`.execute(db)
  await sql`create index on vip_order (created_sec) where proof is not null`.execute(db)
  await sql`alter table reconciliation_row add column refund_no text not null default ''`.execute(db)
  await sql`
    alter table reconciliation_row
      drop constraint reconciliation_row_day_gateway_kind_flow_order_no_provider__key,
      add unique (day, gateway, kind, flow, order_no, provider_ref, refund_no)`.execute(db)
  await sql`
    create table bill_day (
      gateway text not null,
      day text not null,
      compared_sec bigint not null,
      primary key (gateway, day)
    )`.execute(db)
}
