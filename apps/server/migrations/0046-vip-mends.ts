import { sql, type Kysely } from 'kysely'

/** What waits for the operator is kept with each payment; a refund knows when it was tried, and how often. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_event add column is_open boolean not null default false`.execute(db)
  await sql`create index on payment_event (order_no) where is_open`.execute(db)
  await sql`
    update payment_event set is_open = true
    from vip_order
    where vip_order.no = order_no and verdict = hold and hold in ('amount_mismatch', 'double')`.execute(db)
  await sql`update vip_order set hold = '' where hold in ('amount_mismatch', 'double')`.execute(db)
  await sql`
    alter table vip_order
      add column refund_tried_sec bigint not null default 0,
      add column refund_tries int not null default 0`.execute(db)
  await sql`create index on vip_order (refund_tried_sec) where state = 'refunding'`.execute(db)
}
