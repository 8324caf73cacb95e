import { sql, type Kysely } from 'kysely'

/** The files that were imported: what is known about each, so that importing again changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_file (
      path text primary key,
      size bigint not null,
      mtime_ms bigint not null,
      fingerprint text not null,
      state text not null,
      reason text not null default '',
      asset_id int,
      title_id int,
      updated_at bigint not null
    )`.execute(db)
  await sql`create index on import_file (fingerprint)`.execute(db)
}
