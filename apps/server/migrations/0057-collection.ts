import { sql, type Kysely } from 'kysely'

/**
 * Collection sources: other stations' lists of titles, which are read on a timetable. `collection_change` has what a run
 * changed and how it was before, so that a run can be undone, also of titles that are gone; `title_key` has the normal forms of the names of all titles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collection_source (
      id int primary key generated always as identity,
      name text not null unique,
      url text not null,
      every_minutes int not null default 0,
      next_sec bigint not null default 0,
      overwrite text[] not null default '{}',
      line_names jsonb not null default '{}',
      pictures text not null default 'keep' check (pictures in ('keep', 'none')),
      since_sec bigint not null default 0,
      checked_sec bigint not null default 0,
      problem text not null default '',
      created_sec bigint not null
    )`.execute(db)
  await sql`
    create table collection_binding (
      source_id int not null references collection_source on delete cascade,
      remote_type int not null,
      remote_name text not null,
      parent_type int not null default 0,
      type_id int references category on delete set null,
      confirmed boolean not null default false,
      primary key (source_id, remote_type)
    )`.execute(db)
  await sql`create index on collection_binding (type_id)`.execute(db)
  await sql`
    create table collection_run (
      id int primary key generated always as identity,
      source_id int not null references collection_source on delete cascade,
      phase text not null check (phase in ('preview', 'apply', 'undo')),
      state text not null check (state in ('running', 'done', 'failed', 'stopped', 'undone')),
      hours int not null default 0,
      max_pages int not null default 0,
      page int not null default 0,
      page_count int not null default 0,
      counts jsonb not null default '{}',
      examples jsonb not null default '[]',
      problem text not null default '',
      started_sec bigint not null,
      ended_sec bigint not null default 0
    )`.execute(db)
  await sql`create index on collection_run (source_id, id desc)`.execute(db)
  await sql`create unique index on collection_run (source_id) where state = 'running' and phase <> 'preview'`.execute(
    db,
  )
  await sql`
    create table collection_item (
      source_id int not null references collection_source on delete cascade,
      remote_id bigint not null,
      hash bytea not null,
      title_id int references title on delete set null,
      state text not null check (state in ('linked', 'doubtful', 'refused')),
      suffix text not null default '',
      primary key (source_id, remote_id)
    )`.execute(db)
  await sql`create index on collection_item (title_id) where title_id is not null`.execute(db)
  await sql`
    create table collection_doubt (
      id int primary key generated always as identity,
      source_id int not null references collection_source on delete cascade,
      remote_id bigint not null,
      run_id int not null references collection_run on delete cascade,
      vod jsonb not null,
      candidates jsonb not null,
      created_sec bigint not null,
      unique (source_id, remote_id)
    )`.execute(db)
  await sql`create index on collection_doubt (run_id)`.execute(db)
  await sql`
    create table collection_change (
      id bigint primary key generated always as identity,
      run_id int not null references collection_run on delete cascade,
      remote_id bigint not null,
      title_id int not null,
      created boolean not null,
      before jsonb,
      item_before jsonb,
      after_sec bigint not null
    )`.execute(db)
  await sql`create index on collection_change (run_id, id)`.execute(db)
  await sql`
    create table collection_picture (
      title_id int primary key references title on delete cascade,
      url text not null,
      tries int not null default 0,
      next_sec bigint not null
    )`.execute(db)
  await sql`create index on collection_picture (next_sec)`.execute(db)
  await sql`
    create table title_key (
      key text not null,
      title_id int not null references title on delete cascade,
      primary key (key, title_id)
    )`.execute(db)
  await sql`create index on title_key (title_id)`.execute(db)
  await sql`
    create table title_key_digest (
      title_id int primary key references title on delete cascade,
      digest text not null
    )`.execute(db)
}
