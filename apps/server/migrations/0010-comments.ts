import { sql, type Kysely } from 'kysely'

/**
 * What people write under titles, channels and matches. A talk is a comment and all answers below it, however deep: they
 * name the comment that it began with (`root_id`) and what they answer (`reply_to`). `reply_count` of a comment is how
 * many answers others see. What is removed stays as an empty row as long as something answers it.
 *
 * `hot` orders by thumbs and answers (an answer weighs as two thumbs), where ten times as many make up for a week of age.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      id int generated always as identity primary key,
      user_id int references app_user on delete cascade,
      kind text not null check (kind in ('vod', 'live', 'match')),
      subject_id int not null,
      root_id int references comment on delete cascade,
      reply_to int references comment on delete cascade,
      content text not null,
      state text not null default 'shown' check (state in ('shown', 'held', 'removed')),
      found text not null default '',
      created_at bigint not null,
      up_count int not null default 0,
      down_count int not null default 0,
      reply_count int not null default 0,
      hot double precision not null generated always as (
        log(greatest(1, 1 + up_count + 2 * reply_count - down_count)::double precision)
          + created_at::double precision / 604800
      ) stored,
      check ((root_id is null) = (reply_to is null)),
      check ((state = 'removed') = (user_id is null))
    )`.execute(db)
  await sql`create index on comment (user_id, created_at desc, id desc)`.execute(db)
  await sql`create index on comment (kind, subject_id, id desc) where root_id is null`.execute(db)
  await sql`create index on comment (kind, subject_id, hot desc, id desc) where root_id is null`.execute(db)
  await sql`create index on comment (root_id, id) where root_id is not null`.execute(db)
  await sql`create index on comment (reply_to) where reply_to is not null`.execute(db)
  await sql`create index on comment (id) where state = 'held'`.execute(db)
  await sql`
    create table comment_thumb (
      comment_id int not null references comment on delete cascade,
      user_id int not null references app_user on delete cascade,
      up boolean not null,
      primary key (comment_id, user_id)
    )`.execute(db)
  await sql`create index on comment_thumb (user_id)`.execute(db)
}
