import { sql, type Kysely } from 'kysely'

/**
 * Plans of the demonstration programme, which are never sold for real money; whether the receipt of an order was mailed; and
 * messages that lead to a page instead of a subject.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vip_plan add column demo boolean not null default false`.execute(db)
  await sql`alter table vip_order add column receipt_mailed boolean not null default false`.execute(db)
  await sql`alter table message add column url text not null default ''`.execute(db)
}
