import { sql, type Kysely } from 'kysely'

/**
 * Word from the station to everybody, and messages to one person each.
 *
 * A bulletin never changes: another text is another bulletin, which nobody has read. Which ones a person has read stands
 * in one row for each person, with no more ids in it than there are bulletins, however many people there are.
 *
 * A message is kept once for each thing that it is about: another person who does something there brings it up anew. Who
 * they are stands beside it, so that each counts once and takes no more than their own part along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bulletin (
      id int generated always as identity primary key,
      dialog smallint not null check (dialog in (0, 1, 2)),
      title text not null,
      content text not null,
      starts_at bigint not null,
      ends_at bigint,
      demo boolean not null default false
    )`.execute(db)
  await sql`
    create table bulletin_read (
      user_id int primary key references app_user on delete cascade,
      ids int[] not null
    )`.execute(db)
  await sql`
    create table message (
      id int generated always as identity primary key,
      user_id int not null references app_user on delete cascade,
      type text not null check (type in ('comment_thumb_up', 'comment_commit', 'sub_live')),
      origin text not null,
      kind text not null check (kind in ('vod', 'live', 'match')),
      subject_id int not null,
      stream_id int not null default 0,
      rid int not null default 0,
      title text not null default '',
      content text not null,
      created_at bigint not null,
      read boolean not null default false,
      unique (user_id, type, origin)
    )`.execute(db)
  await sql`create index on message (user_id, type, created_at desc, id desc)`.execute(db)
  await sql`create index on message (user_id, type) where not read`.execute(db)
  await sql`create index on message (created_at)`.execute(db)
  await sql`create index on message (origin)`.execute(db)
  await sql`
    create table message_actor (
      id int generated always as identity,
      message_id int not null references message on delete cascade,
      actor_id int not null references app_user on delete cascade,
      primary key (message_id, actor_id)
    )`.execute(db)
  await sql`create index on message_actor (actor_id)`.execute(db)
}
