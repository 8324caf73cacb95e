import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { CatalogTables } from '../catalog-tables.ts'
import { lockTitles } from '../batch-store.ts'

/** The tables whose rows corrections change: rows of a table may depend on those of the tables before it. */
const tables = ['category', 'title', 'source', 'episode', 'banner'] as const
export type CorrectedTable = (typeof tables)[number]

/** Columns of a row by name, as JSON; `lock:<field>` says whether importers may not overwrite a field. */
export type RowState = Readonly<Record<string, unknown>>

/**
 * Rows by table and id, with the columns that a change is about; null does not exist. Every title whose page a change
 * touches is named, if need be without columns.
 */
export type Rows = Readonly<Partial<Record<CorrectedTable, Readonly<Record<string, RowState | null>>>>>

const idColumns = { category: 'id', title: 'id', source: 'id', episode: 'id', banner: 'title_id' } as const

/** A column that makes a row unique, with what else makes it so, and a value that no other row has: rows exchange theirs. */
const uniqueColumns: Readonly<
  Partial<Record<CorrectedTable, { column: string; within: string | null; parked: RawBuilder<unknown> }>>
> = {
  category: { column: 'type_en', within: null, parked: sql`type_en = E'\\u0001' || id` },
  source: { column: 'name', within: 'title_id', parked: sql`name = E'\\u0001' || id` },
  episode: { column: 'level', within: 'source_id', parked: sql`level = -id` },
}

const lockPrefix = 'lock:'
/** The name under which a row's state says that a field is locked. */
export const lockKey = (field: string): string => `${lockPrefix}${field}`

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The rows in an entry of the audit log. */
export function rowsOf(stored: unknown): Rows {
  if (!isRecord(stored)) return {}
  const ofTables = tables.flatMap((table) => {
    const given = stored[table]
    if (!isRecord(given)) return []
    const rows = Object.entries(given).map(([id, row]) => [id, isRecord(row) ? row : null] as const)
    return [[table, Object.fromEntries(rows)] as const]
  })
  return Object.fromEntries(ofTables)
}

/** The ids of a table's rows. */
export const idsOf = (rows: Rows, table: CorrectedTable): number[] =>
  Object.keys(rows[table] ?? {})
    .map(Number)
    .toSorted((one, other) => one - other)

function stateOf(row: Record<string, unknown> | undefined, like: RowState | null): RowState | null {
  if (!row) return null
  // What is deleted is kept whole.
  if (like === null) return row
  const locked = new Set(Array.isArray(row['locked_fields']) ? row['locked_fields'] : [])
  return Object.fromEntries(
    Object.keys(like).map((name) => [
      name,
      name.startsWith(lockPrefix) ? locked.has(name.slice(lockPrefix.length)) : (row[name] ?? null),
    ]),
  )
}

/** Whole rows of a table, locked until the end of the transaction. */
export async function readWholeRows(
  tx: Kysely<CatalogTables>,
  table: CorrectedTable,
  ids: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const id = sql.ref(`stored.${idColumns[table]}`)
  const { rows } = await sql<{ id: number; row: Record<string, unknown> }>`
    select ${id} as id, to_jsonb(stored) as row from ${sql.table(table)} as stored
    where ${id} = any(${[...ids]}::int[]) order by 1 for no key update`.execute(tx)
  return new Map(rows.map((found) => [found.id, found.row]))
}

/** What the same columns of the same rows are now. Locks them, titles first. */
export async function readRows(tx: Kysely<CatalogTables>, like: Rows): Promise<Rows> {
  await lockTitles(tx, idsOf(like, 'title'))
  const found: [CorrectedTable, Record<string, RowState | null>][] = []
  for (const table of tables) {
    const wanted = like[table]
    if (!wanted) continue
    const stored = await readWholeRows(tx, table, idsOf(like, table))
    const states = Object.entries(wanted).map(([id, row]) => [id, stateOf(stored.get(Number(id)), row)] as const)
    found.push([table, Object.fromEntries(states)])
  }
  return Object.fromEntries(found)
}

async function updateRows(tx: Kysely<CatalogTables>, table: CorrectedTable, rows: ReadonlyMap<number, RowState>) {
  const groups = new Map<string, { columns: string[]; rows: Record<string, unknown>[] }>()
  for (const [id, row] of rows) {
    const columns = Object.keys(row)
      .filter((name) => !name.startsWith(lockPrefix) && name !== idColumns[table])
      .toSorted()
    if (columns.length === 0) continue
    const key = columns.join()
    const group = groups.get(key) ?? { columns, rows: [] }
    group.rows.push({ ...Object.fromEntries(columns.map((name) => [name, row[name]])), [idColumns[table]]: id })
    groups.set(key, group)
  }
  const unique = uniqueColumns[table]
  const id = idColumns[table]
  for (const { columns, rows: group } of groups.values()) {
    if (!unique || !columns.includes(unique.column)) continue
    const ids = group.map((row) => row[id])
    await sql`update ${sql.table(table)} set ${unique.parked} where ${sql.ref(id)} = any(${ids}::int[])`.execute(tx)
  }
  for (const { columns, rows: group } of groups.values()) {
    const set = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
    await sql`
      update ${sql.table(table)} as stored set ${sql.join(set)}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(group)}::jsonb) as given
      where ${sql.ref(`stored.${id}`)} = ${sql.ref(`given.${id}`)}`.execute(tx)
  }
}

/** Locks and unlocks fields. Lists of locked fields are sorted. */
async function updateLocks(tx: Kysely<CatalogTables>, table: CorrectedTable, rows: ReadonlyMap<number, RowState>) {
  for (const [id, row] of rows) {
    const locks = Object.entries(row).filter(([name]) => name.startsWith(lockPrefix))
    if (locks.length === 0) continue
    const named = (isLocked: boolean): string[] =>
      locks.filter(([, locked]) => locked === isLocked).map(([name]) => name.slice(lockPrefix.length))
    await sql`
      update ${sql.table(table)} set locked_fields = array(
        select distinct field from unnest(locked_fields || ${named(true)}::text[]) as field
        where field <> all(${named(false)}::text[]) order by field
      ) where id = ${id}`.execute(tx)
  }
}

/**
 * Makes rows what they are given to be: those that are null are deleted, those that do not exist are inserted, which takes
 * all columns. The caller has locked the titles, and updates their listings.
 */
export async function writeRows(tx: Kysely<CatalogTables>, rows: Rows): Promise<void> {
  const updates: [CorrectedTable, Map<number, RowState>][] = []
  for (const table of tables) {
    const ids = idsOf(rows, table)
    if (ids.length === 0) continue
    const stored = await readWholeRows(tx, table, ids)
    const given = new Map(
      Object.entries(rows[table] ?? {}).flatMap(([id, row]) => (row === null ? [] : [[Number(id), row] as const])),
    )
    const added = [...given].filter(([id]) => !stored.has(id)).map(([, row]) => row)
    if (added.length > 0)
      await sql`
        insert into ${sql.table(table)} overriding system value
        select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(added)}::jsonb)`.execute(tx)
    updates.push([table, new Map([...given].filter(([id]) => stored.has(id)))])
  }
  for (const [table, given] of updates) {
    await updateRows(tx, table, given)
    await updateLocks(tx, table, given)
  }
  // Last: what moved out of a row is not deleted with it.
  for (const table of tables.toReversed()) {
    const deleted = Object.entries(rows[table] ?? {}).filter(([, row]) => row === null)
    if (deleted.length === 0) continue
    const ids = deleted.map(([id]) => Number(id))
    await sql`delete from ${sql.table(table)} where ${sql.ref(idColumns[table])} = any(${ids}::int[])`.execute(tx)
  }
}

/** Whether rows can be what they are given to be: no other row has taken a name or number that only one can have. */
export async function arePlacesFree(tx: Kysely<CatalogTables>, rows: Rows): Promise<boolean> {
  for (const table of tables) {
    const unique = uniqueColumns[table]
    const given = Object.entries(rows[table] ?? {}).filter(([, row]) => row !== null)
    if (!unique || given.length === 0) continue
    const ids = given.map(([id]) => Number(id))
    const stored = await readWholeRows(tx, table, ids)
    const { column, within } = unique
    const places = given.map(([id, row]) => {
      const whole = { ...stored.get(Number(id)), ...row }
      return { value: String(whole[column]), scope: within === null ? null : Number(whole[within]) }
    })
    const { rows: taken } = await sql<{ id: number }>`
      select stored.id from ${sql.table(table)} as stored
      join unnest(${places.map(({ value }) => value)}::text[], ${places.map(({ scope }) => scope)}::int[])
        as place (value, scope) on ${sql.ref(`stored.${column}`)}::text = place.value
        and ${within === null ? sql`true` : sql`${sql.ref(`stored.${within}`)} = place.scope`}
      where stored.id <> all(${idsOf(rows, table)}::int[]) limit 1`.execute(tx)
    if (taken.length > 0) return false
  }
  return true
}

/** Whether rows that are to be deleted hold nothing but rows that are named too: nothing else is deleted with them. */
export async function areRemovalsEmpty(tx: Kysely<CatalogTables>, rows: Rows): Promise<boolean> {
  const removed = (table: CorrectedTable): number[] => idsOf(rows, table).filter((id) => rows[table]?.[id] === null)
  const { rows: held } = await sql<{ held: boolean }>`
    select exists (select from title where pid_id = any(${removed('category')}::int[])
        or type_id = any(${removed('category')}::int[]))
      or exists (select from category where pid = any(${removed('category')}::int[]))
      or exists (select from source where title_id = any(${removed('title')}::int[])
        and id <> all(${idsOf(rows, 'source')}::int[]))
      or exists (select from episode where source_id = any(${removed('source')}::int[])
        and id <> all(${idsOf(rows, 'episode')}::int[])) as held`.execute(tx)
  return held[0]?.held === false
}
