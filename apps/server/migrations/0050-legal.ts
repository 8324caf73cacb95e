import { sql, type Kysely } from 'kysely'

/**
 * Terms and privacy: the operator's texts, who agreed to which version, and the version and the words about taxes that an
 * order was made under. Titles that are not for minors, and accounts in minors' mode.
 */
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
  await sql`
    alter table vip_order
      add column terms_version text not null default '',
      add column tax_note text not null default ''`.execute(db)
  await sql`alter table title add column adult boolean not null default false`.execute(db)
  // Argon2id of the code that ends minors' mode; empty while it is off.
  await sql`alter table app_user add column minors_code text not null default ''`.execute(db)
}
