import { sql, type Kysely } from 'kysely'

/**
 * Web Push: browsers that get messages of users, and messages on their way to them. A subscription ends with the session
 * in which it was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_subscription (
      id int generated always as identity primary key,
      user_id int not null references app_user on delete cascade,
      session_id uuid not null references user_session on delete cascade,
      endpoint text not null unique,
      public_key bytea not null,
      auth_secret bytea not null,
      script text not null check (script in ('s', 't')),
      created_at bigint not null,
      used_at bigint not null
    )`.execute(db)
  await sql`create index on push_subscription (user_id)`.execute(db)
  await sql`create index on push_subscription (session_id)`.execute(db)
  await sql`
    create table push_message (
      id int generated always as identity primary key,
      topic text not null,
      title text not null,
      body text not null,
      url text not null,
      expires_at bigint not null
    )`.execute(db)
  await sql`create index on push_message (expires_at)`.execute(db)
  await sql`
    create table push_delivery (
      message_id int not null references push_message on delete cascade,
      subscription_id int not null references push_subscription on delete cascade,
      part int not null,
      primary key (message_id, subscription_id)
    )`.execute(db)
  await sql`create index on push_delivery (subscription_id)`.execute(db)
}
