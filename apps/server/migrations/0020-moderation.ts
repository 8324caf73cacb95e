import { sql, type Kysely } from 'kysely'

/**
 * What keeps talk bearable: words that are not wanted, who may not speak, what was said a moment ago, reports, and who
 * does not want to see whom. Of what was said only hashes are kept here, of where it came from likewise. A block is of who
 * wrote a comment, or of a voice of which only danmaku are known: one does not tell of the other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moderation_words (
      list text primary key check (list in ('refused', 'held')),
      words text[] not null
    )`.execute(db)
  await sql`
    create table moderation_mute (
      user_id int primary key references app_user on delete cascade,
      until bigint not null,
      reason text not null
    )`.execute(db)
  await sql`
    create table moderation_recent (
      id bigint generated always as identity primary key,
      user_id int not null references app_user on delete cascade,
      kind text not null check (kind in ('comment', 'danmaku')),
      text_hash bytea not null,
      address_hash bytea,
      network_hash bytea,
      at_ms bigint not null
    )`.execute(db)
  await sql`create index on moderation_recent (user_id, kind, at_ms desc)`.execute(db)
  await sql`create index on moderation_recent (address_hash, at_ms) where address_hash is not null`.execute(db)
  await sql`create index on moderation_recent (network_hash, at_ms) where network_hash is not null`.execute(db)
  await sql`create index on moderation_recent (at_ms)`.execute(db)
  await sql`
    create table moderation_report (
      kind text not null check (kind in ('comment', 'danmaku')),
      text_id bigint not null,
      user_id int not null references app_user on delete cascade,
      reason text not null,
      created_at bigint not null,
      network_hash bytea,
      weighs boolean not null default false,
      settled boolean not null default false,
      primary key (kind, text_id, user_id)
    )`.execute(db)
  await sql`create index on moderation_report (kind, text_id) where not settled`.execute(db)
  await sql`create index on moderation_report (user_id)`.execute(db)
  await sql`
    create table user_block (
      user_id int not null references app_user on delete cascade,
      blocked_id int not null references app_user on delete cascade,
      kind text not null check (kind in ('comment', 'danmaku')),
      created_at bigint not null,
      primary key (user_id, blocked_id, kind),
      check (user_id <> blocked_id)
    )`.execute(db)
  await sql`create index on user_block (blocked_id)`.execute(db)
}
