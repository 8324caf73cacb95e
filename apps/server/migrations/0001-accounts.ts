import { sql, type Kysely } from 'kysely'

/** People and their sessions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id int generated always as identity primary key,
      name text not null unique,
      nickname text not null default '',
      email text unique,
      group_id smallint not null default 2,
      user_end_time bigint not null default 0,
      authority_id int not null default 0,
      disabled boolean not null default false,
      created_at bigint not null
    )`.execute(db)
  await sql`
    create table user_session (
      id uuid primary key,
      user_id int not null references app_user on delete cascade,
      created_at bigint not null,
      ended_at bigint
    )`.execute(db)
  await sql`create index on user_session (user_id)`.execute(db)
}
