import { sql, type Kysely } from 'kysely'

/**
 * Fields of channels that lists do not overwrite, hidden channels, disabled lines, lists that are read on a timetable, what
 * probes of sources found, and logos of titles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table channel
      add column locked_fields text[] not null default '{}',
      add column hidden boolean not null default false,
      add column vip boolean not null default false`.execute(db)
  await sql`alter table stream add column disabled boolean not null default false`.execute(db)
  await sql`
    create table channel_list (
      id int primary key generated always as identity,
      address text not null unique,
      every_minutes int not null check (every_minutes >= 0),
      settings jsonb not null,
      hide_after_runs int not null check (hide_after_runs > 0),
      next_sec bigint not null,
      runs int not null default 0,
      ran_sec bigint,
      report jsonb
    )`.execute(db)
  // An address of a channel that a list has or had. It is left out of the lines once it is missing in enough runs.
  await sql`
    create table channel_list_address (
      list_id int not null references channel_list on delete cascade,
      channel_id int not null references channel on delete cascade,
      address_hash bytea not null,
      missed_runs int not null default 0,
      primary key (list_id, channel_id, address_hash)
    )`.execute(db)
  await sql`create index on channel_list_address (channel_id)`.execute(db)
  // By the hash of the address: a list may have the same address under several names, and each is asked once.
  await sql`
    create table source_probe (
      address_hash bytea primary key,
      state text not null check (state in ('good', 'slow', 'dead')),
      height int not null,
      codec text not null,
      start_ms int not null,
      reason text not null,
      fails int not null,
      checked_sec bigint not null,
      next_sec bigint not null
    )`.execute(db)
  await sql`create index on source_probe (next_sec)`.execute(db)
  await sql`alter table title add column logo text not null default ''`.execute(db)
}
