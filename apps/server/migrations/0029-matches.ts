import { sql, type Kysely } from 'kysely'

/**
 * Sports. What sources tell has their own ids (`source`, `source_id`) and a `seq` that grows with corrections.
 * `match_event` has every version that was ever told; `course` of a match follows from them, and is stored for lists.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table competition (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      sport text not null,
      name text not null,
      short text not null,
      unique (source, source_id)
    )`.execute(db)
  await sql`
    create table season (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      competition_id int not null references competition on delete cascade,
      name text not null,
      position int not null,
      unique (source, source_id)
    )`.execute(db)
  await sql`create index on season (competition_id)`.execute(db)
  await sql`
    create table stage (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      season_id int not null references season on delete cascade,
      name text not null,
      position int not null,
      rules jsonb,
      unique (source, source_id)
    )`.execute(db)
  await sql`create index on stage (season_id)`.execute(db)
  await sql`
    create table venue (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      name text not null,
      city text not null,
      unique (source, source_id)
    )`.execute(db)
  await sql`
    create table team (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      sport text not null,
      name text not null,
      short text not null,
      colour text not null,
      colour2 text not null,
      venue_id int references venue on delete set null,
      unique (source, source_id)
    )`.execute(db)
  await sql`create index on team (venue_id)`.execute(db)
  await sql`create index on team (sport, name)`.execute(db)
  await sql`
    create table player (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      team_id int not null references team on delete cascade,
      name text not null,
      number int,
      position text not null,
      unique (source, source_id)
    )`.execute(db)
  await sql`create index on player (team_id)`.execute(db)
  await sql`
    create table match (
      id int primary key generated always as identity,
      source text not null,
      source_id text not null,
      seq bigint not null,
      sport text not null,
      competition_id int not null references competition on delete cascade,
      season_id int references season on delete set null,
      stage_id int references stage on delete set null,
      group_name text not null,
      round text not null,
      home_id int not null references team on delete cascade,
      away_id int not null references team on delete cascade,
      venue_id int references venue on delete set null,
      kickoff_sec bigint not null,
      state text not null check (state in ('upcoming', 'live', 'over')),
      course jsonb not null,
      told_ms bigint not null default 0,
      unique (source, source_id)
    )`.execute(db)
  // Each list is one range of one of these; the order of a list is its last columns.
  await sql`create index on match (state, kickoff_sec, id)`.execute(db)
  await sql`create index on match (sport, state, kickoff_sec, id)`.execute(db)
  await sql`create index on match (competition_id, state, kickoff_sec, id)`.execute(db)
  await sql`create index on match (home_id, state, kickoff_sec, id)`.execute(db)
  await sql`create index on match (away_id, state, kickoff_sec, id)`.execute(db)
  await sql`create index on match (season_id)`.execute(db)
  await sql`create index on match (stage_id)`.execute(db)
  await sql`create index on match (venue_id)`.execute(db)
  await sql`
    create table match_event (
      match_id int not null references match on delete cascade,
      event_id text not null,
      seq bigint not null,
      digest text not null,
      version jsonb not null,
      received_ms bigint not null,
      primary key (match_id, event_id, seq, digest)
    )`.execute(db)
  await sql`
    create table match_lineup (
      match_id int not null references match on delete cascade,
      side text not null check (side in ('home', 'away')),
      seq bigint not null,
      lineup jsonb not null,
      primary key (match_id, side)
    )`.execute(db)
  await sql`
    create table match_statistics (
      match_id int primary key references match on delete cascade,
      seq bigint not null,
      figures jsonb not null
    )`.execute(db)
  // A channel may be deleted later: its stream then does not play.
  await sql`
    create table match_stream (
      match_id int not null references match on delete cascade,
      number int not null check (number > 0),
      name text not null,
      anchor text not null,
      channel_id int not null,
      plate boolean not null,
      primary key (match_id, number)
    )`.execute(db)
  await sql`create index on match_stream (channel_id)`.execute(db)
  await sql`
    create table sports_follow (
      user_id int not null references app_user on delete cascade,
      kind text not null check (kind in ('team', 'competition')),
      ref_id int not null,
      created_at bigint not null,
      primary key (user_id, kind, ref_id)
    )`.execute(db)
  await sql`create index on sports_follow (kind, ref_id)`.execute(db)
  await sql`
    create table match_vote (
      match_id int not null references match on delete cascade,
      user_id int not null references app_user on delete cascade,
      side text not null check (side in ('home', 'away')),
      primary key (match_id, user_id)
    )`.execute(db)
  await sql`create index on match_vote (user_id)`.execute(db)
  await sql`create index on match_vote (match_id, side)`.execute(db)
  await sql`
    create table feed_token (
      id int primary key generated always as identity,
      source text not null unique,
      token_hash bytea not null unique,
      created_at bigint not null,
      used_at bigint not null default 0
    )`.execute(db)
}
