import { sql, type Kysely } from 'kysely'

/** Titles that users follow, coming programmes of which they are reminded, and the messages about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table title_follow (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      notified_level int not null,
      created_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on title_follow (title_id, notified_level)`.execute(db)
  await sql`
    create table programme_reminder (
      user_id int not null references app_user on delete cascade,
      channel_id int not null,
      start_sec bigint not null,
      name text not null,
      primary key (user_id, channel_id, start_sec)
    )`.execute(db)
  await sql`create index on programme_reminder (start_sec)`.execute(db)
  await sql`alter table message drop constraint message_type_check`.execute(db)
  await sql`
    alter table message add constraint message_type_check
    check (type in ('comment_thumb_up', 'comment_commit', 'sub_live', 'reminder'))`.execute(db)
}
