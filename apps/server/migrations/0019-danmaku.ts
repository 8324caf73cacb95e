import { sql, type Kysely } from 'kysely'

/**
 * Danmaku. All of a place (an episode, a channel, a match) lie in one pool in the order of their moments, so that a pack
 * is one range of one index, and a pool is counted in that index alone. `at_ms` counts from the beginning of an episode;
 * of channels and matches it is the time of day. `weight` may lie outside of what is shown, so that likes can be added and
 * taken back.
 *
 * `origin` knows what came from a file again, wherever it was moved since. Without a person are what was imported and
 * what the demonstration says. `sender` is the hash that blocking goes by.
 *
 * `danmaku_segment` has a row for each quarter of a minute in which there is anything that all may see. Its version is
 * another whenever that becomes another, in the same transaction and whoever does it; no two are ever the same. Beside it
 * stands what was last made of it for the packs, good as long as it was made of this version.
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
  await createSegments(db)
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

async function createSegments(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence danmaku_version`.execute(db)
  await sql`
    create table danmaku_segment (
      kind text not null,
      subject_id int not null,
      level int not null,
      segment int not null,
      version bigint not null default nextval('danmaku_version'),
      turned_ms bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
      made_version bigint,
      made_count int,
      few_s bytea, many_s bytea, few_t bytea, many_t bytea,
      primary key (kind, subject_id, level, segment)
    )`.execute(db)
  // They are deflated already.
  for (const column of ['few_s', 'many_s', 'few_t', 'many_t'])
    await sql`alter table danmaku_segment alter column ${sql.ref(column)} set storage external`.execute(db)
  await sql`
    create index danmaku_segment_waiting on danmaku_segment (turned_ms)
    where made_version is distinct from version`.execute(db)
  await sql`
    create function danmaku_segments_turn() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into danmaku_segment (kind, subject_id, level, segment)
          select distinct kind, subject_id, level, at_ms / 15000 from now_rows where state = 'shown' order by 1, 2, 3, 4
          on conflict (kind, subject_id, level, segment)
          do update set version = excluded.version, turned_ms = excluded.turned_ms;
      elsif tg_op = 'DELETE' then
        insert into danmaku_segment (kind, subject_id, level, segment)
          select distinct kind, subject_id, level, at_ms / 15000 from then_rows where state = 'shown' order by 1, 2, 3, 4
          on conflict (kind, subject_id, level, segment)
          do update set version = excluded.version, turned_ms = excluded.turned_ms;
      else
        insert into danmaku_segment (kind, subject_id, level, segment)
          select kind, subject_id, level, at_ms / 15000 from then_rows where state = 'shown'
          union
          select kind, subject_id, level, at_ms / 15000 from now_rows where state = 'shown'
          order by 1, 2, 3, 4
          on conflict (kind, subject_id, level, segment)
          do update set version = excluded.version, turned_ms = excluded.turned_ms;
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger danmaku_came after insert on danmaku
    referencing new table as now_rows for each statement execute function danmaku_segments_turn()`.execute(db)
  await sql`
    create trigger danmaku_turned after update on danmaku
    referencing old table as then_rows new table as now_rows
    for each statement execute function danmaku_segments_turn()`.execute(db)
  await sql`
    create trigger danmaku_went after delete on danmaku
    referencing old table as then_rows for each statement execute function danmaku_segments_turn()`.execute(db)
}
