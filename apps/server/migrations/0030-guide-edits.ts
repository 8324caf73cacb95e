import { sql, type Kysely } from 'kysely'

/**
 * The operator edits the guide by hand. So far only schedules of the station's own films had written programmes without a
 * source (0); these get a source of their own (-1), and 0 is what was entered by hand. What the operator removed is left out
 * by imports and schedules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update programme set source_id = -1 where source_id = 0`.execute(db)
  await sql`
    create table removed_programme (
      channel_id int not null,
      start_sec bigint not null,
      end_sec bigint not null check (end_sec > start_sec),
      name text not null,
      primary key (channel_id, start_sec)
    )`.execute(db)
}
