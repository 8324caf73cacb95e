import { sql, type Kysely } from 'kysely'

/**
 * Assets: what a video file became. The files of a version lie under `media/<asset>/<version>/<tier>/<rendition>/`;
 * a new version is written beside the old one and switched to by one update.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asset (
      id int generated always as identity primary key,
      state text not null default 'pending',
      version int not null default 0,
      duration_ms int not null default 0,
      storyboard jsonb,
      reason text not null default '',
      demo boolean not null default false,
      created_at bigint not null
    )`.execute(db)
  await sql`
    create table rendition (
      asset_id int not null references asset on delete cascade,
      version int not null,
      name text not null,
      kind text not null,
      tier text not null default 'std',
      codecs text not null default '',
      width int not null default 0,
      height int not null default 0,
      frame_rate real not null default 0,
      language text not null default '',
      label text not null default '',
      is_default boolean not null default false,
      bandwidth int not null default 0,
      average_bandwidth int not null default 0,
      segments jsonb not null default '[]',
      primary key (asset_id, version, name)
    )`.execute(db)
}
