import { sql, type Kysely } from 'kysely'

/** Titles recommended to users, when they were computed, and those that users do not want. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table recommendation (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      source_id int not null references title on delete cascade,
      position int not null,
      reason text not null check (reason in ('next', 'person', 'genre')),
      detail text not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on recommendation (title_id)`.execute(db)
  await sql`create index on recommendation (source_id)`.execute(db)
  await sql`
    create table recommendation_run (
      user_id int primary key references app_user on delete cascade,
      computed_at bigint not null
    )`.execute(db)
  await sql`
    create table recommendation_dismissal (
      user_id int not null references app_user on delete cascade,
      title_id int not null references title on delete cascade,
      created_at bigint not null,
      primary key (user_id, title_id)
    )`.execute(db)
  await sql`create index on recommendation_dismissal (title_id)`.execute(db)
  // Who watched a title. The column never changes, so that records are still replaced in their own page.
  await sql`create index watch_record_title on watch_record (ref_id) where not live`.execute(db)
}
