import { sql, type Kysely } from 'kysely'

/**
 * Assets that play ranges of other assets, and the number of continuous media timelines that one repetition of a scheduled
 * film consists of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table asset add column composition jsonb`.execute(db)
  await sql`alter table linear_item add column each_runs integer not null default 1 check (each_runs > 0)`.execute(db)
}
