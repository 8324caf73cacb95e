import { sql, type Kysely } from 'kysely'

/** What became of the demonstration programme, and which asset is which of its films. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo_programme (
      id boolean primary key default true check (id),
      state text not null
    )`.execute(db)
  await sql`create table demo_film (name text primary key, asset_id int not null unique)`.execute(db)
}
