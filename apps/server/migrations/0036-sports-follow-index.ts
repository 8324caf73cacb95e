import { sql, type Kysely } from 'kysely'

/** Follows have an index on (kind, ref_id, user_id), which begins with these columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index sports_follow_kind_ref_id_idx`.execute(db)
}
