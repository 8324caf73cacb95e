import { sql, type Kysely } from 'kysely'

/**
 * Television. A channel has lines (`stream`), a line is a schedule of the station's own films or a recording of sources
 * that are tried in their order.
 *
 * An item of a schedule shows its asset `repeats` times from `start_ms` on, `each_ms` long and of `each_rows` segments each
 * time. The numbers of its first segment and of its first showing stand beside it, so that every process computes the same
 * playlist from the clock, whichever items were removed before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table channel_group (
      id int generated always as identity primary key,
      name text not null unique,
      overseas boolean not null,
      position int not null
    )`.execute(db)
  await sql`
    create table channel_tag (
      id int generated always as identity primary key,
      type text not null unique,
      name text not null,
      position int not null
    )`.execute(db)
  await sql`
    create table channel (
      id int generated always as identity primary key,
      origin text not null unique,
      number int not null,
      name text not null,
      aliases text[] not null default '{}',
      guide_id text not null default '',
      group_id int not null references channel_group,
      tag_id int references channel_tag,
      logo text not null default '',
      replay_days int not null default 7,
      dvr_sec int not null default 7200,
      demo boolean not null default false,
      created_at bigint not null
    )`.execute(db)
  await sql`create index on channel (group_id)`.execute(db)
  await sql`create index on channel (tag_id)`.execute(db)
  await sql`
    create table stream (
      id int generated always as identity primary key,
      channel_id int not null references channel on delete cascade,
      position int not null,
      name text not null,
      kind text not null check (kind in ('linear', 'recorded')),
      on_demand boolean not null default false,
      quality text not null default '',
      saving boolean not null default false,
      target_sec int not null default 0,
      unique (channel_id, position)
    )`.execute(db)
  await sql`
    create table stream_source (
      stream_id int not null references stream on delete cascade,
      position int not null,
      address text not null,
      user_agent text not null default '',
      catchup_type text not null default '',
      catchup_days int not null default 0,
      catchup_source text not null default '',
      primary key (stream_id, position)
    )`.execute(db)
  await sql`
    create table linear_item (
      stream_id int not null references stream on delete cascade,
      start_ms bigint not null,
      asset_id int not null,
      each_ms int not null,
      each_rows int not null,
      repeats int not null,
      seq_base bigint not null,
      disc_base bigint not null,
      primary key (stream_id, start_ms)
    )`.execute(db)
  await sql`create index on linear_item (asset_id)`.execute(db)
  await sql`
    create table stream_report (
      stream_id int not null references stream on delete cascade,
      network text not null,
      fault text not null,
      reported_at bigint not null,
      primary key (stream_id, network)
    )`.execute(db)
  await sql`create index on stream_report (reported_at)`.execute(db)
  await sql`
    create table channel_watch (
      day date not null,
      channel_id int not null references channel on delete cascade,
      watched_sec bigint not null,
      primary key (day, channel_id)
    )`.execute(db)
  await sql`create index on channel_watch (channel_id)`.execute(db)
  await sql`
    create table live_export_key (
      user_id int primary key references app_user on delete cascade,
      serial int not null,
      open boolean not null,
      created_at bigint not null
    )`.execute(db)
}
