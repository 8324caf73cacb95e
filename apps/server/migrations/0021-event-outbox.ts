import { sql, type Kysely } from 'kysely'

/** Events that were stored in a transaction, until they are announced after its commit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_outbox (
      id bigint primary key generated always as identity,
      name text not null,
      detail jsonb not null
    )`.execute(db)
}
