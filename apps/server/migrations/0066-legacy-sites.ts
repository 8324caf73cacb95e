import { sql, type Kysely } from 'kysely'

/**
 * Ids of an older system are those of one site: a second site has users and titles with the same ids, which are others. `mark`
 * is of what does not change of a row, by which a site is known again; it is null until the row is read again, for which the
 * hashes of titles and users are emptied. `id_key` and `id_length` are how the site encoded ids in its addresses; null: as
 * shipped. `waiting_portrait` has portraits that still lie elsewhere.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legacy_site (
      id int primary key generated always as identity,
      system text not null,
      id_key text,
      id_length int,
      created_sec bigint not null
    )`.execute(db)
  await sql`
    insert into legacy_site (system, created_sec)
    select 'MacCMS', coalesce((select min(started_sec) from migration_run), 0) where exists (select from legacy_id)`.execute(
    db,
  )
  await sql`
    alter table legacy_id
      add column site_id int not null default 1 references legacy_site on delete cascade,
      add column mark int,
      drop constraint legacy_id_pkey,
      add primary key (site_id, kind, old_id)`.execute(db)
  await sql`alter table legacy_id alter column site_id drop default`.execute(db)
  await sql`update legacy_id set hash = '' where kind in ('title', 'user')`.execute(db)
  await sql`create index on legacy_id (kind, old_id)`.execute(db)
  await sql`
    alter table legacy_source
      add column site_id int not null default 1 references legacy_site on delete cascade,
      drop constraint legacy_source_pkey,
      add primary key (site_id, old_id, position)`.execute(db)
  await sql`alter table legacy_source alter column site_id drop default`.execute(db)
  await sql`
    create table waiting_portrait (
      user_id int primary key references app_user on delete cascade,
      url text not null,
      tries int not null default 0,
      next_sec bigint not null
    )`.execute(db)
  await sql`create index on waiting_portrait (next_sec)`.execute(db)
}
