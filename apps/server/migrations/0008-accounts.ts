import { sql, type Kysely } from 'kysely'

/**
 * Passwords, sessions one can look at, known devices, codes, captchas, logins of other sites, and mail. Secrets are
 * kept as hashes, but for the text of a mail that is not sent yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table app_user
      add column name_key text,
      add column password_hash text not null default '',
      add column qq text not null default '',
      add column portrait text not null default '',
      add column adult boolean not null default false,
      add column leave_at bigint not null default 0`.execute(db)
  await sql`update app_user set name_key = lower(name)`.execute(db)
  await sql`alter table app_user alter column name_key set not null, add unique (name_key)`.execute(db)
  await sql`alter table app_user drop constraint app_user_name_key`.execute(db)
  await sql`create index on app_user (leave_at) where leave_at > 0`.execute(db)
  await sql`
    alter table user_session
      add column seen_at bigint not null default 0,
      add column expires_at bigint not null default 0,
      add column network text not null default '',
      add column device text not null default '',
      add column issued_by_operator boolean not null default false`.execute(db)
  await sql`
    create table user_device (
      token_hash bytea primary key,
      user_id int not null references app_user on delete cascade,
      created_at bigint not null,
      used_at bigint not null
    )`.execute(db)
  await sql`create index on user_device (user_id)`.execute(db)
  await sql`
    create table captcha (
      id text primary key,
      answer_hash bytea not null,
      network text not null,
      tries smallint not null default 0,
      expires_at bigint not null
    )`.execute(db)
  await sql`
    create table email_code (
      purpose text not null,
      email text not null,
      code_hash bytea not null,
      picture_hash bytea not null default '',
      tries smallint not null default 0,
      sent_at bigint not null,
      expires_at bigint not null,
      primary key (purpose, email)
    )`.execute(db)
  await sql`
    create table throttle (
      key text primary key,
      clear_at bigint not null,
      blocked_until bigint not null
    )`.execute(db)
  await sql`
    create table third_identity (
      auth_type text not null,
      subject text not null,
      user_id int not null references app_user on delete cascade,
      name text not null default '',
      created_at bigint not null,
      primary key (auth_type, subject),
      unique (user_id, auth_type)
    )`.execute(db)
  await sql`
    create table third_ticket (
      id text primary key,
      secret_hash bytea not null,
      auth_type text not null,
      subject text not null,
      name text not null default '',
      tries smallint not null default 0,
      expires_at bigint not null
    )`.execute(db)
  await sql`
    create table mail (
      id int generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text not null,
      created_at bigint not null,
      sent_at bigint,
      failure text not null default ''
    )`.execute(db)
  await sql`create index on mail (created_at)`.execute(db)
}
