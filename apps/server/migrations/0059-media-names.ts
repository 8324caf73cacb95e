import { sql, type Kysely } from 'kysely'

/**
 * Extras and trailers are a source of their own, which is never counted. What an import did with a file is stored, so that a
 * second one with other options, subtitles or metadata applies what is new. Folders can be watched, and replies of providers
 * of titles' data are cached.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table source add column kind text not null default 'main' check (kind in ('main', 'extra'))`.execute(db)
  await sql`
    alter table import_file
      add column with_ladder boolean not null default false,
      add column subtitles text not null default '',
      add column applied text not null default '',
      add column correction jsonb`.execute(db)
  await sql`
    create table watched_folder (
      path text primary key,
      type_id int,
      with_ladder boolean not null,
      added_sec bigint not null
    )`.execute(db)
  await sql`
    create table provider_reply (
      provider text not null,
      key text not null,
      body jsonb not null,
      fetched_sec bigint not null,
      primary key (provider, key)
    )`.execute(db)
}
