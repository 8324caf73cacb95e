import { sql, type Kysely } from 'kysely'

/** Accounts at payment gateways. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_gateway (
      id text primary key check (id in ('epay', 'alipay', 'wechat', 'stripe')),
      -- Takes new orders. Without it, old orders are still asked for and refunded.
      enabled boolean not null,
      -- Of the test bank: its payments are invented.
      demo boolean not null,
      -- Ids of the payment methods that it takes.
      methods int[] not null,
      -- The settings, encrypted with a key of the data folder.
      sealed bytea not null,
      changed_sec int not null
    )`.execute(db)
}
