import { sql, type Kysely } from 'kysely'

/** Why a session ended, which its browser is told. Sessions that ended before have no reason. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table user_session add column end_reason text
      check (end_reason in ('other login', 'password', 'signed out', 'disabled'))`.execute(db)
}
