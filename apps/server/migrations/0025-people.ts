import { sql, type Kysely } from 'kysely'

/** Titles are found by the names of their directors and actors. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index title_directors on title using gin (directors)`.execute(db)
  await sql`create index title_actors on title using gin (actors jsonb_path_ops)`.execute(db)
}
