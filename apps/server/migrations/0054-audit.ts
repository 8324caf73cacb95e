import { sql, type Kysely } from 'kysely'

/** One audit log for all domains: what operators did to what, how it was before and after, and whether it was undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_entry (
      id bigint generated always as identity primary key,
      at_sec bigint not null,
      actor text not null,
      domain text not null,
      act text not null,
      subject text not null,
      before jsonb,
      after jsonb,
      undo_until_sec bigint,
      undone_by bigint
    )`.execute(db)
  await sql`
    insert into audit_entry (at_sec, actor, domain, act, subject, before, after)
    select at_sec, actor, 'vip', what, target, before, after from money_audit order by id`.execute(db)
  await sql`drop table money_audit`.execute(db)
  await sql`create index on audit_entry (domain, subject, id)`.execute(db)
  await sql`create index on audit_entry (domain, act)`.execute(db)
  await sql`create index on audit_entry (subject, id)`.execute(db)
  await sql`create index on audit_entry (actor, id)`.execute(db)
  await sql`create index on audit_entry (at_sec)`.execute(db)
}
