import { sql, type Kysely } from 'kysely'

/**
 * What people watched, keep, follow, like and how they scored. One record for each person and title, the newest; a record that
 * was taken away stays as a mark, so that another device that still has it does not bring it back; when all were taken
 * away is kept by itself, for those that no row knows of yet.
 *
 * A record is written every ten seconds while somebody watches. No index holds what then changes and pages keep room, so
 * that a row is replaced in its own page; a person's own records are few enough to be sorted when they are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_record (
      user_id int not null references app_user on delete cascade,
      type text not null,
      live boolean not null generated always as (type = 'live') stored,
      ref_id int not null,
      level int not null,
      position_ms int not null,
      duration_ms int not null,
      name text not null,
      watched_at bigint not null,
      deleted_at bigint not null default 0,
      deletion_ms bigint not null default 0,
      primary key (user_id, live, ref_id)
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table history_clear (
      user_id int not null references app_user on delete cascade,
      cleared_ms bigint not null,
      primary key (user_id, cleared_ms)
    )`.execute(db)
  await sql`
    create table favourite (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      created_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on favourite (title_id)`.execute(db)
  await sql`
    create table title_up (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      created_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on title_up (title_id)`.execute(db)
  await sql`
    create table title_score (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      score smallint not null,
      updated_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on title_score (title_id)`.execute(db)
  await sql`
    create table follow (
      user_id int not null references app_user on delete cascade,
      channel_id int not null,
      created_at bigint not null,
      primary key (user_id, channel_id)
    )`.execute(db)
  await sql`
    create table match_subscription (
      user_id int not null references app_user on delete cascade,
      match_id int not null,
      created_at bigint not null,
      primary key (user_id, match_id)
    )`.execute(db)
  await sql`alter table episode add column created_at bigint not null default 0`.execute(db)
}
