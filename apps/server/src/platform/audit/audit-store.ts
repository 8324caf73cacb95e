import { sql, type ColumnType, type GeneratedAlways, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { reportEntry } from './watch-entries.ts'

type Json = ColumnType<unknown, string | null, never>

export type AuditTables = {
  audit_entry: {
    id: GeneratedAlways<number>
    at_sec: number
    actor: string
    domain: string
    act: string
    subject: string
    before: Json
    after: Json
    undo_until_sec: number | null
    undone_by: ColumnType<number | null, never, number>
  }
  /** What an act moved, in parts of bounded size: entries themselves stay small. */
  audit_moved: { entry_id: number; domain: string; place: string; part: number; ids: number[] }
}

/** Ids of rows that an act moved, by domain and place in it. */
export type MovedIds = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>

/** Who did what to what, and how that was before and after, as JSON. */
export interface NewAuditEntry {
  /** Unix seconds. */
  atSec: number
  /** A name for people: `operator`, `import`, the name of a token. */
  actor: string
  /** The domain's folder. */
  domain: string
  /** What was done. */
  act: string
  /** What it was done to: `title 12`, the number of an order. */
  subject: string
  /** Null: it did not exist. */
  before: unknown
  /** Null: it does not exist any more. */
  after: unknown
  /** Until when it can be undone; absent if it cannot. Unix seconds. */
  undoUntilSec?: number | null
}

export interface AuditEntry extends NewAuditEntry {
  id: number
  undoUntilSec: number | null
  /** The entry of the undo; null if it was not undone. */
  undoneBy: number | null
}

/** An entry without what it changed, which may be much. */
export type ListedEntry = Omit<AuditEntry, 'before' | 'after'>

/** Which entries; each field narrows. */
export interface AuditFilter {
  id?: number
  domain?: string
  act?: string
  subject?: string
  actor?: string
  /** Unix seconds, inclusive. */
  fromSec?: number
  /** Unix seconds, exclusive. */
  toSec?: number
  /** Entries older than this one: the last id of the page before. */
  beforeId?: number
}

const jsonOf = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

/** Writes an entry in the transaction of what it is about. Returns its id. */
export async function appendAudit(tx: Transaction<unknown>, entry: NewAuditEntry): Promise<number> {
  const { atSec, actor, domain, act, subject, before, after, undoUntilSec = null } = entry
  reportEntry(actor)
  const { id } = await tx
    .withTables<AuditTables>()
    .insertInto('audit_entry')
    .values({
      at_sec: atSec,
      actor,
      domain,
      act,
      subject,
      before: jsonOf(before),
      after: jsonOf(after),
      undo_until_sec: undoUntilSec,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const idsPerPart = 5000

/** Stores which rows an act moved, beside its entry. */
export async function saveMoved(tx: Transaction<unknown>, entryId: number, moved: MovedIds): Promise<void> {
  for (const [domain, places] of Object.entries(moved))
    for (const [place, ids] of Object.entries(places))
      for (let part = 0; part * idsPerPart < ids.length; part++)
        await sql`
          insert into audit_moved (entry_id, domain, place, part, ids)
          values (${entryId}, ${domain}, ${place}, ${part},
            ${ids.slice(part * idsPerPart, (part + 1) * idsPerPart)}::bigint[])`.execute(tx)
}

/** Which rows an act moved. */
export async function readMoved(tx: Transaction<unknown>, entryId: number): Promise<MovedIds> {
  const { rows } = await sql<{ domain: string; place: string; ids: number[] }>`
    select domain, place, ids::float8[] as ids from audit_moved where entry_id = ${entryId}
    order by domain, place, part`.execute(tx)
  const moved: Record<string, Record<string, number[]>> = {}
  for (const { domain, place, ids } of rows) {
    const places = (moved[domain] ??= {})
    places[place] = [...(places[place] ?? []), ...ids]
  }
  return moved
}

const listed = [
  'id',
  'at_sec as atSec',
  'actor',
  'domain',
  'act',
  'subject',
  'undo_until_sec as undoUntilSec',
  'undone_by as undoneBy',
] as const

const columns = [...listed, 'before', 'after'] as const

const matching = (db: Kysely<unknown>, filter: AuditFilter, limit: number) => {
  const { id, domain, act, subject, actor, fromSec, toSec, beforeId } = filter
  return db
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain ?? ''))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(fromSec !== undefined, (query) => query.where('at_sec', '>=', fromSec ?? 0))
    .$if(toSec !== undefined, (query) => query.where('at_sec', '<', toSec ?? 0))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
}

/** The newest entries that match, the newest first. */
export const findAudit = (db: Kysely<unknown>, filter: AuditFilter, limit: number): Promise<AuditEntry[]> =>
  matching(db, filter, limit).select(columns).execute()

/** The same without what they changed. */
export const listAudit = (db: Kysely<unknown>, filter: AuditFilter, limit: number): Promise<ListedEntry[]> =>
  matching(db, filter, limit).select(listed).execute()

/** Whether there is an entry of one of these acts. */
export async function hasAudit(db: Kysely<unknown>, domain: string, acts: readonly string[]): Promise<boolean> {
  const entry = await db
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select('id')
    .where('domain', '=', domain)
    .where('act', 'in', [...acts])
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}

/**
 * Addresses of stored pictures that entries name which can be undone: their files are needed again by an undo.
 * @param folder how they begin: `/media/logos/`
 */
export async function addressesInAudit(db: Kysely<unknown>, folder: string, nowSec: number): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct found[1] as address from audit_entry,
      regexp_matches(before::text || after::text, ${`"(${folder}[A-Za-z0-9_-]+[.]webp)"`}, 'g') as found
    where undo_until_sec > ${nowSec} and position(${folder} in before::text || after::text) > 0`.execute(db)
  return rows.map(({ address }) => address)
}

/**
 * Those of these titles that entries since a time are about, or name among the rows that they changed; entries of the act
 * `except` do not count.
 */
export async function titlesChangedSince(
  db: Kysely<unknown>,
  { ids, fromSec, except }: { ids: readonly number[]; fromSec: number; except: string },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with named as materialized (
      select subject as name from audit_entry where at_sec >= ${fromSec} and starts_with(subject, 'title ')
      union
      select 'title ' || key from audit_entry cross join lateral jsonb_object_keys(
        case when act <> ${except} then ${rowsOfTable('after', 'title')} else '{}' end
      ) as key
      where at_sec >= ${fromSec} and domain = 'catalog' and act <> ${except}
    )
    select given.id from unnest(${[...ids]}::int[]) as given (id) join named on named.name = 'title ' || given.id
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The rows of a table in `before` or `after` of entries. */
const rowsOfTable = (side: 'before' | 'after', table: string): RawBuilder<unknown> => {
  const rows = sql`${sql.ref(side)} -> ${table}::text`
  return sql`case when jsonb_typeof(${rows}) = 'object' then ${rows} else '{}' end`
}

const canBeUndone = (nowSec: number): RawBuilder<unknown> => sql`undo_until_sec > ${nowSec} and undone_by is null`

/** A query for the ids of all rows of a table which entries that can still be undone name. */
export const undoableIds = (table: string, nowSec: number): RawBuilder<{ id: number }> => sql`
  select distinct key::int as id from audit_entry cross join lateral jsonb_object_keys(${rowsOfTable('after', table)}) as key
  where ${canBeUndone(nowSec)}`

/** Those of these values that a column has in rows which undoing an entry would restore. */
export async function undoableValues(
  db: Kysely<unknown>,
  { table, column, values, nowSec }: { table: string; column: string; values: readonly number[]; nowSec: number },
): Promise<Set<number>> {
  const { rows } = await sql<{ value: number }>`
    select distinct (row ->> ${column}::text)::int as value
    from audit_entry cross join lateral jsonb_each(${rowsOfTable('before', table)}) as stored (id, row)
    where ${canBeUndone(nowSec)} and (row ->> ${column}::text)::int = any(${[...values]}::int[])`.execute(db)
  return new Set(rows.map(({ value }) => value))
}

/** An entry that nobody else undoes meanwhile; null if there is none. */
export async function lockAudit(tx: Transaction<unknown>, id: number): Promise<AuditEntry | null> {
  const found = await tx
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found ?? null
}

/** Stores by which entry one was undone. */
export async function markUndone(tx: Transaction<unknown>, id: number, undoneBy: number): Promise<void> {
  await tx
    .withTables<AuditTables>()
    .updateTable('audit_entry')
    .set({ undone_by: undoneBy })
    .where('id', '=', id)
    .execute()
}

/** Whether two values are the same as PostgreSQL's JSON, which orders keys and numbers its own way. */
export async function isSameJson(tx: Transaction<unknown>, one: unknown, other: unknown): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select ${jsonOf(one)}::jsonb is not distinct from ${jsonOf(other)}::jsonb as same`.execute(tx)
  return rows[0]?.same === true
}
