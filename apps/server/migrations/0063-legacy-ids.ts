import { sql, type Kysely } from 'kysely'

/**
 * What was taken from an older system, by its ids there. A row stays when what it led to is deleted: the next run would bring
 * it back otherwise, and its old address is a 404. `hash` is of the row as it was taken, by which unchanged rows are known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legacy_id (
      kind text not null check (kind in ('category', 'title', 'person', 'user', 'log', 'comment', 'danmaku', 'channel')),
      old_id bigint not null,
      id int,
      slug text not null default '',
      name text not null default '',
      hash bytea not null,
      primary key (kind, old_id)
    )`.execute(db)
  await sql`create index on legacy_id (kind, slug, old_id) where slug <> ''`.execute(db)
  await sql`
    create table legacy_source (
      old_id bigint not null,
      position smallint not null,
      source_id int not null references source on delete cascade,
      primary key (old_id, position)
    )`.execute(db)
  await sql`create index on legacy_source (source_id)`.execute(db)
  await sql`
    create table migration_run (
      id int primary key generated always as identity,
      report jsonb not null,
      started_sec bigint not null,
      ended_sec bigint
    )`.execute(db)
}
