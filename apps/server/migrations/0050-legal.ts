import { sql, type Kysely } from 'kysely'

/** Terms and privacy: the operator's texts, who agreed to which version, and the version that an order was made under. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_text (
      kind text not null check (kind in ('terms', 'privacy', 'vip')),
      version int not null check (version > 0),
      text text not null,
      day text not null,
      primary key (kind, version)
    )`.execute(db)
  await sql`
    create table legal_consent (
      user_id int not null references app_user on delete cascade,
      kind text not null check (kind in ('terms', 'privacy', 'vip')),
      version text not null,
      at_sec bigint not null,
      primary key (user_id, kind, version)
    )`.execute(db)
  // Orders that were made before have none.
  await sql`alter table vip_order add column terms_version text not null default ''`.execute(db)
}
