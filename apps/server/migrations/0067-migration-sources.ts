import { sql, type Kysely } from 'kysely'

/**
 * Accounts at other hosts, and what was taken from servers whose ids are texts (Jellyfin, XC panels), of which a station may
 * have several. An item stays when what it led to is deleted: the next run would bring it back otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table egress_account (
      id int primary key generated always as identity,
      origin text not null,
      sealed bytea not null,
      created_sec bigint not null
    )`.execute(db)
  await sql`create index on egress_account (origin)`.execute(db)
  await sql`
    create table migration_source (
      id int primary key generated always as identity,
      system text not null check (system in ('jellyfin', 'xc')),
      address text not null,
      unique (system, address)
    )`.execute(db)
  await sql`
    create table migration_item (
      source_id int not null references migration_source on delete cascade,
      kind text not null,
      key text not null,
      id int,
      level int not null default 0,
      hash bytea not null,
      primary key (source_id, kind, key)
    )`.execute(db)
  await sql`
    create table migration_binding (
      source_id int not null references migration_source on delete cascade,
      key text not null,
      name text not null,
      type_id int,
      by_hand boolean not null default false,
      primary key (source_id, key)
    )`.execute(db)
}
