import { sql, type Kysely } from 'kysely'

/** Plans of the demonstration programme are never sold for real money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vip_plan add column demo boolean not null default false`.execute(db)
}
