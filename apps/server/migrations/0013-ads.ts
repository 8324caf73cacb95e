import { sql, type Kysely } from 'kysely'

/** Advertisements of the operator's own. `platform` null is every kind of screen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ad (
      id int generated always as identity primary key,
      platform text check (platform in ('pc', 'h5')),
      anchor text not null,
      type smallint not null,
      uri text not null,
      img text not null,
      html text not null,
      created_at bigint not null
    )`.execute(db)
}
