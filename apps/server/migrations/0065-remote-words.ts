import { sql, type Kysely } from 'kysely'

/** Plain names for the modes of hosts and the states of addresses elsewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table remote_host
      drop constraint remote_host_mode_check,
      alter column mode set default 'undecided'`.execute(db)
  await sql`update remote_host set mode = 'undecided' where mode = 'asked'`.execute(db)
  await sql`
    alter table remote_host
      add check (mode in ('undecided', 'direct', 'relayed', 'embedded', 'refused'))`.execute(db)
  await sql`alter table episode_address drop constraint episode_address_state_check`.execute(db)
  await sql`
    update episode_address set state = case state when 'short' then 'wrongLength' else 'otherHost' end
    where state in ('short', 'foreign')`.execute(db)
  await sql`
    alter table episode_address
      add check (state in ('unknown', 'ok', 'dead', 'wrongLength', 'otherHost'))`.execute(db)
}
