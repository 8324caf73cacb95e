import { sql, type Kysely } from 'kysely'

/** What plays now for each account, what was downloaded on each day, and no new limit for existing stations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: rewritten every half minute, and worthless a minute after a crash.
  await sql`
    create unlogged table play_lease (
      user_id int not null references app_user on delete cascade,
      stream text not null,
      device text not null,
      began_at int not null,
      seen_at int not null,
      ended boolean not null default false,
      primary key (user_id, stream)
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table download_count (
      user_id int not null references app_user on delete cascade,
      day date not null,
      asset_id int not null references asset on delete cascade,
      primary key (user_id, day, asset_id)
    )`.execute(db)
  await sql`create index on download_count (asset_id)`.execute(db)
  // Members of a station that exists already were promised any number.
  await sql`
    insert into site_setting (key, value)
    select 'streams_user', '0'::jsonb where exists (select from app_user)
    on conflict (key) do nothing`.execute(db)
}
