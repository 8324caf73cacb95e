import { sql, type Kysely } from 'kysely'

/**
 * What people watched, keep, like and how they scored. One record for each person and title, the newest; a record that
 * was taken away stays as a mark, so that another device that still has it does not bring it back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_record (
      user_id int not null references app_user on delete cascade,
      type text not null,
      ref_id int not null,
      level int not null,
      position_ms int not null,
      duration_ms int not null,
      name text not null,
      watched_at bigint not null,
      deleted_at bigint,
      primary key (user_id, type, ref_id)
    )`.execute(db)
  await sql`create index on watch_record (user_id, watched_at desc) where deleted_at is null`.execute(db)
  await sql`
    create table favourite (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      created_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on favourite (user_id, created_at desc)`.execute(db)
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
}
