import { sql, type Kysely } from 'kysely'

/**
 * What can be brought back, and what that needs. What a merge moved is stored in parts of bounded size. The undo of a collection run puts the titles that it added into the bin: `removed_sec` says when, so that a later run
 * that brings them again takes them out, unlike titles that the operator deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table collection_item add column removed_sec bigint`.execute(db)
  // What can still be undone: titles and films that it needs are not removed.
  await sql`
    create index on audit_entry (undo_until_sec) where undo_until_sec is not null and undone_by is null`.execute(db)
  await sql`
    create table audit_moved (
      entry_id bigint not null references audit_entry on delete cascade,
      domain text not null,
      place text not null,
      part int not null,
      ids bigint[] not null,
      primary key (entry_id, domain, place, part)
    )`.execute(db)
  await sql`
    insert into audit_moved (entry_id, domain, place, part, ids)
    select audit_entry.id, of_domain.key, of_place.key, (at - 1) / 5000, array_agg(moved::bigint order by at)
    from audit_entry cross join lateral jsonb_each(after -> 'belongings' -> 'moved') as of_domain
      cross join lateral jsonb_each(of_domain.value) as of_place
      cross join lateral jsonb_array_elements_text(of_place.value) with ordinality as element (moved, at)
    where domain = 'catalog' and jsonb_typeof(after -> 'belongings' -> 'moved') = 'object'
    group by 1, 2, 3, 4`.execute(db)
  await sql`
    update audit_entry set before = before #- '{belongings,moved}', after = after #- '{belongings,moved}'
    where domain = 'catalog' and jsonb_typeof(after -> 'belongings' -> 'moved') = 'object'`.execute(db)
}
