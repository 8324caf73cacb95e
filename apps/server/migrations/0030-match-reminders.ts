import { sql, type Kysely } from 'kysely'

/**
 * Reminders of matches: what was announced of a match and to whom. A match that moves is announced again for its new
 * start. Calendars of matches: their versions, and the serial number of each user's secret address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_reminder (
      match_id int not null references match on delete cascade,
      moment text not null check (moment in ('soon', 'start', 'off')),
      kickoff_sec bigint not null,
      state text not null check (state in ('sending', 'sent', 'dropped')),
      created_at bigint not null,
      after_user_id int not null default 0,
      primary key (match_id, moment, kickoff_sec)
    )`.execute(db)
  await sql`create index on match_reminder (match_id) where state = 'sending'`.execute(db)
  await sql`create index on match_reminder (created_at)`.execute(db)
  await sql`
    create table match_reminder_user (
      match_id int not null,
      moment text not null,
      kickoff_sec bigint not null,
      user_id int not null references app_user on delete cascade,
      primary key (match_id, moment, kickoff_sec, user_id),
      foreign key (match_id, moment, kickoff_sec) references match_reminder on delete cascade
    )`.execute(db)
  await sql`create index on match_reminder_user (user_id)`.execute(db)
  // Followers are read in the order of their ids, in batches.
  await sql`create index on match_subscription (match_id, user_id)`.execute(db)
  await sql`create index on sports_follow (kind, ref_id, user_id)`.execute(db)
  await sql`
    create index match_off_idx on match (kickoff_sec)
    where course ->> 'status' in ('cancelled', 'postponed')`.execute(db)
  await sql`
    create table match_calendar (
      match_id int primary key references match on delete cascade,
      digest text not null,
      sequence int not null,
      changed_sec bigint not null
    )`.execute(db)
  await sql`
    create table calendar_key (
      user_id int primary key references app_user on delete cascade,
      serial int not null,
      created_at bigint not null
    )`.execute(db)
}
