import { sql, type Kysely } from 'kysely'

/** What the operator sets about the site. A key that is absent has its default. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_setting (key text primary key, value jsonb not null)`.execute(db)
}
