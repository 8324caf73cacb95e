import { sql, type Kysely } from 'kysely'

/**
 * Recordings of matches: the spans of channels that are kept for them. `match_streams` has the version of the streams of a
 * match, also while it has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_recording (
      match_id int not null references match on delete cascade,
      number int not null check (number > 0),
      channel_id int not null,
      from_sec bigint not null,
      until_sec bigint,
      told_ms bigint not null,
      state text not null check (state in ('upcoming', 'live', 'over')),
      settled boolean not null default false,
      expired boolean not null default false,
      available_ms bigint not null default 0,
      highlights jsonb not null default '[]',
      highlights_ms bigint not null default 0,
      primary key (match_id, number)
    )`.execute(db)
  await sql`create index on match_recording (channel_id, from_sec)`.execute(db)
  await sql`
    create table match_streams (
      match_id int primary key references match on delete cascade,
      seq bigint not null
    )`.execute(db)
}
