import { sql, type Kysely } from 'kysely'

/**
 * Reminders of what happens in a match: each is made for an event of it, and which ones a user wants is a choice of the
 * account. Messages have a second title, with the score, for readers who do not hide scores.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table match_reminder_choice (
      user_id int primary key references app_user on delete cascade,
      soon boolean not null,
      start boolean not null,
      score boolean not null,
      over boolean not null
    )`.execute(db)
  await sql`
    alter table match_reminder_user
      add column event_id text not null default '',
      drop constraint match_reminder_user_match_id_moment_kickoff_sec_fkey,
      drop constraint match_reminder_user_pkey`.execute(db)
  await sql`
    alter table match_reminder
      add column event_id text not null default '',
      drop constraint match_reminder_pkey,
      drop constraint match_reminder_moment_check,
      add primary key (match_id, moment, event_id, kickoff_sec),
      add check (moment in ('soon', 'start', 'off', 'score', 'over'))`.execute(db)
  await sql`
    alter table match_reminder_user
      add primary key (match_id, moment, event_id, kickoff_sec, user_id),
      add foreign key (match_id, moment, event_id, kickoff_sec) references match_reminder on delete cascade`.execute(db)
  await sql`alter table message add column title_with_score text not null default ''`.execute(db)
}
