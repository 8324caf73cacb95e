import { sql, type Kysely } from 'kysely'

/**
 * What is on. Programmes of a channel never overlap, so its key finds what is on at a moment by the last start before it,
 * and a day by a range. `source_id` 0 is written by hand: no import touches it. Rows outlive their source, as an archive.
 *
 * `guide_channel` is what a source says of a channel: by how much its times are off, under which name it has it, where
 * matching does not find it, and up to which moment it knows programmes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table programme (
      id int generated always as identity unique,
      channel_id int not null,
      start_sec bigint not null,
      end_sec bigint not null check (end_sec > start_sec),
      source_id int not null,
      name text not null,
      sub text not null default '',
      intro text not null default '',
      category text not null default '',
      img text not null default '',
      primary key (channel_id, start_sec)
    )`.execute(db)
  await sql`
    create table guide_source (
      id int generated always as identity primary key,
      address text not null unique,
      position int not null,
      every_minutes int not null,
      shift_minutes int not null default 0,
      zone_minutes int not null default 480,
      next_sec bigint not null,
      checked_sec bigint not null default 0,
      imported_sec bigint not null default 0,
      problem text not null default '',
      channels int not null default 0,
      programmes int not null default 0,
      etag text not null default '',
      matched_with text not null default ''
    )`.execute(db)
  await sql`
    create table guide_channel (
      source_id int not null references guide_source on delete cascade,
      channel_id int not null,
      shift_minutes int not null default 0,
      outside_id text not null default '',
      until_sec bigint not null default 0,
      primary key (source_id, channel_id)
    )`.execute(db)
}
