import { sql, type Kysely } from 'kysely'

/** What people write under titles, channels and matches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table comment (
      id int generated always as identity primary key,
      user_id int not null references app_user on delete cascade,
      kind text not null check (kind in ('vod', 'live', 'match')),
      subject_id int not null,
      content text not null,
      created_at bigint not null,
      up_count int not null default 0,
      down_count int not null default 0
    )`.execute(db)
  await sql`create index on comment (user_id, created_at desc, id desc)`.execute(db)
}
