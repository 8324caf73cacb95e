import { sql, type Kysely } from 'kysely'

/**
 * A stream of a match that is no channel of the station, but a push or a pulled source, is a channel that only this match
 * shows: it belongs to the match instead of a group.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table channel
      alter column group_id drop not null,
      add column match_id int references match on delete cascade,
      add check ((group_id is null) <> (match_id is null))`.execute(db)
  await sql`create index on channel (match_id) where match_id is not null`.execute(db)
  // What was told of such a stream; empty for a channel of the station.
  await sql`alter table match_stream add column sources text[] not null default '{}'`.execute(db)
}
