import { sql, type Kysely } from 'kysely'

/** What the operator says of each kind of page. A page without an entry speaks for itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table seo_entry (
      page text primary key,
      title text not null default '',
      keywords text not null default '',
      description text not null default ''
    )`.execute(db)
}
