import { sql, type Kysely } from 'kysely'

/**
 * The video files that were imported or are being imported: what is known about each, so that importing again changes
 * nothing and a file that was renamed is known again. A file plays in one place: a source of a title, at a level.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_file (
      path text primary key,
      size bigint not null,
      mtime_ms bigint not null,
      fingerprint text not null unique,
      state text not null,
      asset_id int not null,
      origin text not null,
      source text not null,
      level int not null,
      updated_at bigint not null
    )`.execute(db)
}
