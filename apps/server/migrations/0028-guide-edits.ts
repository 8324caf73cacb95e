import { sql, type Kysely } from 'kysely'

/**
 * The operator edits the guide by hand. Programmes of schedules have the source 0, those that were entered by hand have -1.
 * What the operator removed is left out by imports and schedules.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_programme (
      channel_id int not null,
      start_sec bigint not null,
      end_sec bigint not null check (end_sec > start_sec),
      name text not null,
      primary key (channel_id, start_sec)
    )`.execute(db)
}
