import { sql, type Kysely } from 'kysely'

/** Advertisements become campaigns: with times, weights, categories and caps, as videos and VAST tags too, and counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ad
      add column name text not null default '',
      add column words text not null default '',
      add column source text not null default '',
      add column starts_at bigint,
      add column ends_at bigint,
      add column weight int not null default 1 check (weight between 1 and 1000),
      add column categories int[] not null default '{}',
      add column daily_cap int not null default 0 check (daily_cap >= 0),
      add column seconds int not null default 15 check (seconds between 1 and 120),
      add column skip_after_sec int not null default 5 check (skip_after_sec >= 0),
      add column fetched_at bigint,
      add check (ends_at > starts_at)`.execute(db)

  // One row for each impression or click that was reported with a token. Visitors are hashes that change each day, holders
  // such that change with each token.
  await sql`
    create table ad_use (
      day date not null,
      ad_id int not null references ad on delete cascade,
      nonce text not null,
      holder text not null,
      visitor text not null,
      network text,
      event text not null check (event in ('show', 'click')),
      primary key (ad_id, nonce, holder, event)
    )`.execute(db)
  await sql`create index on ad_use (ad_id, day, network)`.execute(db)
  await sql`create index on ad_use (day, visitor)`.execute(db)

  // The reports outlive the advertisements.
  await sql`
    create table ad_count (
      day date not null,
      ad_id int not null,
      shows int not null default 0,
      clicks int not null default 0,
      primary key (day, ad_id)
    )`.execute(db)

  // Addresses that the ad server of a VAST tag wants to be told of an impression or click.
  await sql`
    create table ad_tracker (
      nonce text primary key,
      ad_id int not null references ad on delete cascade,
      shows text[] not null,
      clicks text[] not null,
      made_at int not null
    )`.execute(db)
  await sql`create index on ad_tracker (ad_id)`.execute(db)
}
