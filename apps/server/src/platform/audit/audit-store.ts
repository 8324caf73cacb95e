import { sql, type ColumnType, type GeneratedAlways, type Kysely, type Transaction } from 'kysely'

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
}

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

/** Which entries; each field narrows. */
export interface AuditFilter {
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

const columns = [
  'id',
  'at_sec as atSec',
  'actor',
  'domain',
  'act',
  'subject',
  'before',
  'after',
  'undo_until_sec as undoUntilSec',
  'undone_by as undoneBy',
] as const

/** The newest entries that match, the newest first. */
export function findAudit(db: Kysely<unknown>, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
  const { domain, act, subject, actor, fromSec, toSec, beforeId } = filter
  return db
    .withTables<AuditTables>()
    .selectFrom('audit_entry')
    .select(columns)
    .$if(domain !== undefined, (query) => query.where('domain', '=', domain ?? ''))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(fromSec !== undefined, (query) => query.where('at_sec', '>=', fromSec ?? 0))
    .$if(toSec !== undefined, (query) => query.where('at_sec', '<', toSec ?? 0))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

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

/** Those of these ids that entries since a time name among the rows of a table which they changed. */
export async function idsChangedSince(
  db: Kysely<unknown>,
  { domain, table, ids, fromSec }: { domain: string; table: string; ids: readonly number[]; fromSec: number },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select given.id from unnest(${[...ids]}::int[]) as given (id)
    where exists (select from audit_entry where at_sec >= ${fromSec} and domain = ${domain}
      and after -> ${table}::text ? given.id::text)
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
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
