import { sql, type Kysely } from 'kysely'

/** Lists of titles that users make. The list without a name is 稍后看, created when the first title is added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table title_list (
      id int primary key generated always as identity,
      user_id int not null references app_user on delete cascade,
      name text not null,
      position int not null,
      created_at bigint not null,
      unique (user_id, name)
    )`.execute(db)
  await sql`
    create table title_list_item (
      list_id int not null references title_list on delete cascade,
      title_id int not null references title on delete cascade,
      added_at bigint not null,
      primary key (list_id, title_id)
    )`.execute(db)
  await sql`create index on title_list_item (title_id)`.execute(db)
}
