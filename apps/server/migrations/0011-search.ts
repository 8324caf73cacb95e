import { sql, type Kysely } from 'kysely'

/** What is searched for, day by day, for the hot keywords; and what shall not stand among them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_visit (
      day date not null,
      network text not null,
      word text not null,
      primary key (day, network, word)
    )`.execute(db)
  await sql`
    create table search_day (
      day date not null,
      word text not null,
      title_id int references title on delete set null,
      searches int not null,
      primary key (day, word)
    )`.execute(db)
  await sql`create index on search_day (title_id) where title_id is not null`.execute(db)
  await sql`create table search_blocked (word text primary key)`.execute(db)
}
