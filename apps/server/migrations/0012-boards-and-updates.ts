import { sql, type Kysely } from 'kysely'

/**
 * Boards show what moved: each span is also added up as it stood the day before. Updates are found by the moment at which
 * an episode came out: when it aired, or when it was put here if that was later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table title_rank add column plays_before bigint not null default 0`.execute(db)
  await sql`create index on title_rank (period, pid_id, plays_before desc, title_id desc)`.execute(db)
  await sql`create index on title_rank (period, plays_before desc, title_id desc)`.execute(db)
  await sql`create index on episode (greatest(air_at, created_at))`.execute(db)
  await sql`create index on episode (air_at) where air_at is not null`.execute(db)
}
