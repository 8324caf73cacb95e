import { sql, type Kysely } from 'kysely'

/** Fields that importers do not overwrite, deleted titles that can be restored, and titles that became part of another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table title
      add column locked_fields text[] not null default '{}',
      add column deleted_sec bigint,
      add column merged_into int references title on delete cascade`.execute(db)
  await sql`alter table episode add column locked_fields text[] not null default '{}'`.execute(db)
  await sql`create index on title (deleted_sec) where deleted_sec is not null`.execute(db)
  await sql`create index on title (merged_into) where merged_into is not null`.execute(db)
}
