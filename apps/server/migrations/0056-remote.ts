import { sql, type Kysely } from 'kysely'

/**
 * Films that lie elsewhere. A host is asked for nothing and appears in no page's policy until the operator allows it. What
 * players report of an address counts once a day for each network, so that one visitor does not vote a line away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remote_host (
      id int primary key generated always as identity,
      scheme text not null check (scheme in ('http', 'https')),
      host text not null,
      port int not null check (port between 1 and 65535),
      mode text not null default 'asked' check (mode in ('asked', 'direct', 'relayed', 'embedded', 'refused')),
      note text not null default '',
      created_sec bigint not null,
      unique (host, port, scheme)
    )`.execute(db)
  await sql`
    create table episode_address (
      id int primary key generated always as identity,
      episode_id int not null references episode on delete cascade,
      position int not null,
      kind text not null check (kind in ('hls', 'mp4', 'page')),
      url text not null,
      url_hash bytea not null,
      host_id int not null references remote_host,
      state text not null default 'unknown' check (state in ('unknown', 'ok', 'dead', 'short', 'foreign')),
      checked_sec bigint not null default 0,
      dead_since_sec bigint,
      hidden boolean not null default false,
      height int not null default 0,
      duration_ms int not null default 0,
      has_ads boolean not null default false,
      rank real not null default 0,
      unique (episode_id, url_hash)
    )`.execute(db)
  await sql`create index on episode_address (host_id, checked_sec)`.execute(db)
  await sql`
    create table address_report (
      address_id int not null references episode_address on delete cascade,
      day date not null,
      network text not null,
      failed boolean not null,
      primary key (address_id, day, network)
    )`.execute(db)
  await sql`create index on address_report (day)`.execute(db)
}
