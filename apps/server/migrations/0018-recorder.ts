import { sql, type Kysely } from 'kysely'

/**
 * What was recorded of a stream. A block holds up to 32 consecutive segments of one run: their numbers and their wall
 * clock follow from the first, so that a segment costs two bytes. `recording` counts for ever, whatever was removed:
 * sequence numbers and discontinuities are never given out twice.
 *
 * `catchup` are programmes of the past that were fetched from where a stream comes from: each is a run of its own, whose
 * segments begin with the programme and follow each other without a gap.
 *
 * `push_key` counts how often the keys of a stream were ended; those of before are good no more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence run_id`.execute(db)
  await sql`
    create table run (
      id int primary key,
      stream_id int not null,
      disc int not null,
      source int not null,
      started_ms bigint not null
    )`.execute(db)
  await sql`create index on run (stream_id)`.execute(db)
  await sql`
    create table segment_block (
      stream_id int not null,
      first_seq bigint not null,
      run_id int not null,
      disc int not null,
      first_num int not null,
      wall_ms bigint not null,
      durations smallint[] not null,
      bytes int not null,
      primary key (stream_id, first_seq)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index on segment_block (stream_id, wall_ms)`.execute(db)
  await sql`
    create table recording (
      stream_id int primary key,
      next_seq bigint not null default 0,
      next_disc int not null default 0,
      longest_ms int not null default 0,
      bytes bigint not null default 0,
      phase text not null default 'idle',
      source int not null default 0,
      since_ms bigint not null default 0,
      reason text not null default '',
      breaks int not null default 0
    )`.execute(db)
  await sql`
    create table catchup (
      id int primary key,
      stream_id int not null,
      start_sec bigint not null,
      end_sec bigint not null,
      state text not null check (state in ('waiting', 'fetching', 'complete', 'failed')),
      reason text not null default '',
      asked_ms bigint not null,
      settled_ms bigint not null default 0,
      durations int[] not null default '{}',
      bytes bigint not null default 0,
      unique (stream_id, start_sec, end_sec)
    )`.execute(db)
  await sql`create index on catchup (id) where state in ('waiting', 'fetching')`.execute(db)
  await sql`create table push_key (stream_id int primary key, serial int not null)`.execute(db)
  await sql`
    create table recorder_lease (
      id int primary key check (id = 1),
      holder text not null,
      term bigint not null,
      expires_at timestamptz not null
    )`.execute(db)
}
