import { sql, type Kysely } from 'kysely'

/**
 * Danmaku. All of a place (an episode, a channel, a match) lie in one pool in the order of their moments, so that a pack
 * is one range of one index, and a pool is counted in that index alone. `at_ms` counts from the beginning of an episode;
 * of channels and matches it is the time of day. `weight` may lie outside of what is shown, so that likes can be added and
 * taken back.
 *
 * `origin` knows what came from a file again, wherever it was moved since. Without a person are what was imported and
 * what the demonstration says. `sender` is the hash that blocking goes by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table danmaku (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('vod', 'live', 'match')),
      subject_id int not null,
      level int not null,
      at_ms bigint not null,
      mode text not null check (mode in ('scroll', 'top', 'bottom', 'reverse')),
      color int not null,
      size smallint not null check (size in (18, 25, 36)),
      text text not null,
      user_id int references app_user on delete cascade,
      sender text not null,
      vip boolean not null default false,
      weight smallint not null,
      up_count int not null default 0,
      state text not null default 'shown' check (state in ('shown', 'held', 'removed')),
      found text not null default '',
      source text not null check (source in ('user', 'import', 'demo')),
      origin text,
      created_ms bigint not null
    )`.execute(db)
  await sql`create index danmaku_pool on danmaku (kind, subject_id, level, at_ms) include (state)`.execute(db)
  await sql`create unique index on danmaku (kind, subject_id, level, origin) where origin is not null`.execute(db)
  await sql`create index on danmaku (user_id, created_ms) where user_id is not null`.execute(db)
  await sql`create index on danmaku (user_id, kind, subject_id, level, at_ms) where user_id is not null`.execute(db)
  await sql`create index on danmaku (created_ms) where source = 'user'`.execute(db)
  await sql`create index on danmaku (id) where state = 'held'`.execute(db)
  await sql`create index on danmaku (id) where source = 'demo'`.execute(db)
  await sql`
    create table danmaku_up (
      danmaku_id bigint not null references danmaku on delete cascade,
      user_id int not null references app_user on delete cascade,
      created_ms bigint not null,
      primary key (danmaku_id, user_id)
    )`.execute(db)
  await sql`create index on danmaku_up (user_id, created_ms)`.execute(db)
  await sql`
    create table danmaku_settings (
      user_id int primary key references app_user on delete cascade,
      settings jsonb not null
    )`.execute(db)
}
