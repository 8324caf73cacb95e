import { sql, type Kysely } from 'kysely'

/** Lists find competitions and teams by their names. Follows of deleted ones are deleted with them from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on competition (name, id)`.execute(db)
  await sql`create index on team (name, id)`.execute(db)
  await sql`
    delete from sports_follow
    where (kind = 'team' and not exists (select from team where id = ref_id))
      or (kind = 'competition' and not exists (select from competition where id = ref_id))`.execute(db)
}
