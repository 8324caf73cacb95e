import { sql, type Kysely } from 'kysely'

/** Matches in the history: records are those of titles, channels or matches, each with ids of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // With the primary key and the index that contain it.
  await sql`alter table watch_record drop column live`.execute(db)
  await sql`
    alter table watch_record add column kind text not null
      generated always as (case when type in ('live', 'match') then type else 'vod' end) stored`.execute(db)
  await sql`alter table watch_record add primary key (user_id, kind, ref_id)`.execute(db)
  await sql`create index watch_record_title on watch_record (ref_id) where kind = 'vod'`.execute(db)
}
