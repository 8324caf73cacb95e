import { sql, type Kysely } from 'kysely'

/**
 * Passwords of what may be watched by those who know them: a title or a channel (`line` 0), one source or one line of it.
 * Another password is another row, so that whatever was opened with the former one is closed. `unlock` has the browsers
 * that gave the password.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table subject_lock (
      id int primary key generated always as identity,
      kind text not null check (kind in ('vod', 'live', 'match')),
      subject_id int not null,
      line int not null check (line >= 0),
      password_hash text not null,
      created_at bigint not null,
      unique (kind, subject_id, line)
    )`.execute(db)
  await sql`
    create table unlock (
      browser bytea not null,
      lock_id int not null references subject_lock on delete cascade,
      until bigint not null,
      primary key (browser, lock_id)
    )`.execute(db)
  await sql`create index on unlock (lock_id)`.execute(db)
  await sql`create index on unlock (until)`.execute(db)
}
