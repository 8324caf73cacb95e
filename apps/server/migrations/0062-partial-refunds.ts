import { sql, type Kysely } from 'kysely'

/**
 * A refund takes a part of an order's time: what each took is stored, because the operator may say how much. A person whose
 * request for a refund was declined sees why. Operators are mailed about orders, several in one mail.
 * A request of an advertiser is marked when it was answered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table vip_order
      add column refund_sec bigint not null default 0,
      add column refund_planned_sec bigint not null default 0,
      add column declined_sec bigint not null default 0,
      add column decline_reason text not null default ''`.execute(db)
  // Before, a refund that the station decided took all of an order's time, and one of the merchant its share.
  await sql`
    update vip_order set refund_sec = case
      when refund_amount >= amount or exists (
        select 1 from payment_event
        where order_no = vip_order.no and verdict = 'refund' and event_key ~ ('^refund:' || vip_order.no || 'R[0-9]*$'))
      then days::bigint * 86400
      else days::bigint * 86400 * refund_amount / amount end
    where refund_amount > 0`.execute(db)
  await sql`
    update vip_order set refund_planned_sec = greatest(0, days::bigint * 86400 - refund_sec)
    where refund_count > 0`.execute(db)
  await sql`
    create table vip_alert (
      id bigint generated always as identity primary key,
      kind text not null,
      about text not null,
      at_sec bigint not null,
      mailed_sec bigint not null default 0
    )`.execute(db)
  await sql`alter table cooperation add column answered_at bigint`.execute(db)
  // All prices of the first products name what is counted, unless the operator has written another.
  await sql`
    update partner_product set facts = replace(replace(facts::text, '"value": "千次展示"', '"value": "按千次展示"'),
      '"value": "点击"', '"value": "按点击"')::jsonb`.execute(db)
  await sql`create index on vip_alert (id) where mailed_sec = 0`.execute(db)
}
