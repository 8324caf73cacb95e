import { sql, type Kysely } from 'kysely'

/** What picture and sound renditions have, and what titles have in all of their episodes. A job fills in existing rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: not read from the file yet.
  await sql`
    alter table rendition
      add column channels smallint,
      add column hdr boolean not null default false`.execute(db)
  await sql`create index on rendition (asset_id) where kind = 'audio' and channels is null`.execute(db)
  for (const table of ['episode', 'title'])
    await sql`
      alter table ${sql.table(table)}
        add column picture_height smallint not null default 0,
        add column hdr boolean not null default false,
        add column channels smallint not null default 0`.execute(db)
  await sql`
    create index on episode (asset_id)
    where state = 'ready' and picture_height = 0 and asset_id is not null`.execute(db)
  await sql`create index on episode (source_id) where vip`.execute(db)
}
