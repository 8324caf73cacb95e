import { sql, type Kysely } from 'kysely'

/** Whether a user hides scores until they open a match. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column hides_scores boolean not null default false`.execute(db)
}
