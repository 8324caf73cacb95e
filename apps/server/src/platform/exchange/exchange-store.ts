import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { appendAudit } from '../audit/audit.ts'
import type { ExchangeChild, ExchangeEntity, ExchangeRow, ExchangeTable } from './exchange-entity.ts'

/** A column as PostgreSQL describes it. */
export interface ExchangeColumn {
  name: string
  /** Whether its value is JSON or an array, and not a plain text in CSV. */
  isStructured: boolean
  isText: boolean
  isIdentity: boolean
}

export interface ExchangeOptions {
  withSecrets: boolean
}

export interface ImportOptions {
  /** Also what rows may do here: groups, memberships, authorities. */
  withRights: boolean
  /** Changes nothing, and says what it would have changed. */
  dryRun: boolean
  /** Who imports, for the audit log. */
  actor: string
  /** Unix seconds. */
  nowSec: number
}

export interface ImportCounts {
  added: number
  /** Rows that were there. */
  replaced: number
  /** Rows below them that the file does not have. */
  removed: number
}

/** Why a line was not imported. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  /** From 1; 0 if it concerns no line. */
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

export interface ExchangeStore {
  /** The fields of a row, in their order. */
  fieldsOf(entity: ExchangeEntity, options: ExchangeOptions): Promise<ExchangeColumn[]>
  /** Reads all rows as JSON, in batches, as they are at one moment. */
  export(entity: ExchangeEntity, options: ExchangeOptions, onRows: (lines: string[]) => Promise<void>): Promise<void>
  /**
   * Inserts or replaces rows and what belongs to them, all or nothing, with an entry of the audit log.
   * @throws ExchangeError for a row that does not fit
   */
  import(
    entity: ExchangeEntity,
    batches: AsyncIterable<readonly ExchangeRow[]>,
    options: ImportOptions,
  ): Promise<ImportCounts>
}

export function createExchangeStore(db: Kysely<unknown>): ExchangeStore {
  return {
    fieldsOf: (entity, options) => fieldsOf(db, entity, options),

    async export(entity, options, onRows) {
      const fields = await fieldsOf(db, entity, options)
      const query = await rowsQuery(db, entity, fields)
      await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await sql`declare exported no scroll cursor for ${query}`.execute(tx)
          for (;;) {
            const { rows } = await sql<{ line: string }>`fetch 500 from exported`.execute(tx)
            if (rows.length === 0) return
            await onRows(rows.map(({ line }) => line))
          }
        })
    },

    async import(entity, batches, options) {
      const counts: ImportCounts = { added: 0, replaced: 0, removed: 0 }
      const imported = db.transaction().execute(async (tx) => {
        await importAll(tx, { entity, batches, options, counts })
        if (options.dryRun) throw new DryRunEnd()
      })
      await imported.catch((err: unknown) => {
        if (!(err instanceof DryRunEnd)) throw err
      })
      return counts
    },
  }
}

/** Rolls an import back that was only tried. */
class DryRunEnd extends Error {
  override readonly name = 'DryRunEnd'
}

interface Import {
  entity: ExchangeEntity
  batches: AsyncIterable<readonly ExchangeRow[]>
  options: ImportOptions
  counts: ImportCounts
}

async function importAll(tx: Transaction<unknown>, { entity, batches, options, counts }: Import): Promise<void> {
  const fields = await fieldsOf(tx, entity, { withSecrets: true })
  const children = await childFieldsOf(tx, entity)
  const dropped = options.withRights ? [] : (entity.rights ?? [])
  let before = 0
  for await (const rows of batches) {
    for (const [at, row] of rows.entries()) {
      const problem = problemOf(entity, { row, fields, children })
      if (problem !== null) throw new ExchangeError(problem, before + at + 1)
    }
    await importRows(tx, { entity, rows: rows.map((row) => without(row, dropped)), before, counts })
    before += rows.length
  }
  for (const table of tablesIn(entity)) await advanceIdentity(tx, table)
  if (before === 0) return
  const { actor, nowSec: atSec } = options
  const subject = entity.name
  await appendAudit(tx, { domain: 'data', act: 'import', subject, before: null, after: counts, actor, atSec })
}

/** Columns that can be written. */
async function columnsOf(db: Kysely<unknown>, table: string): Promise<ExchangeColumn[]> {
  const { rows } = await sql<ExchangeColumn>`
    select attname::text as name, attidentity::text <> '' as "isIdentity",
      (typcategory = 'A' or typname in ('json', 'jsonb')) as "isStructured", typcategory = 'S' as "isText"
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated::text = ''
    order by attnum`.execute(db)
  return rows
}

async function ownColumns(db: Kysely<unknown>, { table, columns }: ExchangeTable): Promise<ExchangeColumn[]> {
  const all = await columnsOf(db, table)
  return columns === undefined ? all : all.filter(({ name }) => columns.includes(name))
}

const nested = (name: string): ExchangeColumn => ({ name, isStructured: true, isText: false, isIdentity: false })
const derived = (name: string): ExchangeColumn => ({ ...nested(name), isStructured: false })

async function fieldsOf(
  db: Kysely<unknown>,
  entity: ExchangeEntity,
  { withSecrets }: ExchangeOptions,
): Promise<ExchangeColumn[]> {
  const { children = [], secrets = [] } = entity
  const own = (await ownColumns(db, entity)).filter(({ name }) => withSecrets || !secrets.includes(name))
  return [...own, ...Object.keys(entity.derived ?? {}).map(derived), ...children.map(({ field }) => nested(field))]
}

const list = (parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(parts)

/** Rows of a table by its key. Texts are compared by their bytes, so that every database has the same order. */
async function orderOf(db: Kysely<unknown>, { table, key }: ExchangeTable): Promise<RawBuilder<unknown>> {
  const columns = await columnsOf(db, table)
  const isText = (name: string): boolean => columns.some((column) => column.name === name && column.isText)
  return list(
    key.map((name) =>
      isText(name) ? sql`${sql.ref(`${table}.${name}`)} collate "C"` : sql`${sql.ref(`${table}.${name}`)}`,
    ),
  )
}

/** A statement of one column, `line`: each row as compact JSON. */
async function rowsQuery(
  db: Kysely<unknown>,
  entity: ExchangeEntity,
  fields: readonly ExchangeColumn[],
): Promise<RawBuilder<unknown>> {
  const { table, children = [], onlyWithout, derived: values = {} } = entity
  const parts = await Promise.all(
    fields.map(async ({ name }) => {
      const child = children.find(({ field }) => field === name)
      if (child) return sql`${await childrenJson(db, table, child)} as ${sql.ref(name)}`
      const value = values[name]
      if (!value) return sql.ref(`${table}.${name}`)
      return sql`(select coalesce(max(${sql.ref(value.column)}), 0) from ${sql.table(value.table)}
        where ${sql.ref(value.parent)} = ${sql.ref(`${table}.id`)}) as ${sql.ref(name)}`
    }),
  )
  const where = onlyWithout === undefined ? sql`true` : sql`${sql.ref(`${table}.${onlyWithout}`)} is null`
  return sql`select row_to_json(exchanged)::text as line from (
    select ${list(parts)} from ${sql.table(table)} where ${where} order by ${await orderOf(db, entity)}
  ) as exchanged`
}

/** The rows of a child table that belong to the row above, as a JSON list. */
async function childrenJson(
  db: Kysely<unknown>,
  parentTable: string,
  child: ExchangeChild,
): Promise<RawBuilder<unknown>> {
  const { table, parent, children = [] } = child
  const own = (await ownColumns(db, child)).filter(({ name }) => name !== parent)
  const below = await Promise.all(
    children.map(async (each) => sql`${await childrenJson(db, table, each)} as ${sql.ref(each.field)}`),
  )
  const columns = [...own.map(({ name }) => sql.ref(`${table}.${name}`)), ...below]
  return sql`(select coalesce(json_agg(row_to_json(nested)), '[]') from (
    select ${list(columns)} from ${sql.table(table)}
    where ${sql.ref(`${table}.${parent}`)} = ${sql.ref(`${parentTable}.id`)} order by ${await orderOf(db, child)}
  ) as nested)`
}

const without = (row: ExchangeRow, names: readonly string[]): ExchangeRow =>
  names.length === 0 ? row : Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

/** The fields of the rows below a table, by the field that contains them. The column of the row above is not one of them. */
type ChildFields = ReadonlyMap<string, { fields: ReadonlySet<string>; below: ChildFields }>

async function childFieldsOf(db: Kysely<unknown>, { children = [] }: ExchangeTable): Promise<ChildFields> {
  return new Map(
    await Promise.all(
      children.map(async (child) => {
        const columns = (await ownColumns(db, child)).map(({ name }) => name).filter((name) => name !== child.parent)
        const fields = new Set([...columns, ...(child.children ?? []).map(({ field }) => field)])
        return [child.field, { fields, below: await childFieldsOf(db, child) }] as const
      }),
    ),
  )
}

/** What is wrong with a row or those below it, for the operator; null if nothing is. */
function problemOf(
  entity: ExchangeEntity,
  { row, fields, children }: { row: ExchangeRow; fields: readonly ExchangeColumn[]; children: ChildFields },
): string | null {
  const known = new Set(fields.map(({ name }) => name))
  const unknown = Object.keys(row).find((name) => !known.has(name))
  if (unknown !== undefined) return `没有“${unknown}”这一项`
  if (entity.key.some((name) => known.has(name) && (row[name] ?? null) === null)) return `缺少 ${entity.key.join('、')}`
  return childProblem(row, children) ?? entity.check?.(row) ?? null
}

function childProblem(row: ExchangeRow, children: ChildFields): string | null {
  for (const [field, { fields, below }] of children) {
    const value = row[field]
    if (value === undefined) continue
    if (!Array.isArray(value) || !value.every(isRow)) return `“${field}”不是列表`
    for (const child of value) {
      const unknown = Object.keys(child).find((name) => !fields.has(name))
      if (unknown !== undefined) return `“${field}”里没有“${unknown}”这一项`
      const problem = childProblem(child, below)
      if (problem !== null) return problem
    }
  }
  return null
}

const isRow = (value: unknown): value is ExchangeRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Batch {
  entity: ExchangeEntity
  rows: readonly ExchangeRow[]
  /** Rows before this batch, for messages. */
  before: number
  counts: ImportCounts
}

async function importRows(tx: Transaction<unknown>, { entity, rows, before, counts }: Batch): Promise<void> {
  try {
    await checkIdentity(tx, entity, rows)
    const { added, removed } = await saveTable(tx, entity, rows)
    counts.added += added
    counts.replaced += rows.length - added
    counts.removed += removed
    await entity.imported?.(tx, rows)
  } catch (err) {
    if (err instanceof ExchangeError || !isDataError(err)) throw err
    throw new ExchangeError(err.message, before + 1)
  }
}

/** Refuses a row whose key is that of something else here. */
async function checkIdentity(tx: Kysely<unknown>, entity: ExchangeEntity, rows: readonly ExchangeRow[]): Promise<void> {
  const { table, key, identity } = entity
  if (identity === undefined) return
  const { rows: others } = await sql<{ key: string; identity: string }>`
    select concat_ws(' ', ${list(key.map((name) => sql.ref(`stored.${name}`)))}) as key,
      ${sql.ref(`stored.${identity}`)} as identity
    from ${sql.table(table)} as stored
    join json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) as given
      using (${list(key.map((name) => sql.ref(name)))})
    where ${sql.ref(`stored.${identity}`)} is distinct from ${sql.ref(`given.${identity}`)}
    limit 1`.execute(tx)
  const [other] = others
  if (other) throw new ExchangeError(`这里的 ${other.key} 是另一个：${other.identity}`, 0)
}

/** Errors of PostgreSQL about values and constraints (classes 22 and 23): the file is wrong, not the station. */
const isDataError = (err: unknown): err is Error =>
  err instanceof Error && 'code' in err && /^2[23]/.test(String(err.code))

interface Saved {
  /** Of the table itself. */
  added: number
  /** Of the tables below. */
  removed: number
}

/**
 * Inserts or replaces rows of a table, and makes the rows below them exactly those that are given. Rows with the same fields are
 * written together: a field that a row does not have keeps its stored value.
 */
async function saveTable(tx: Kysely<unknown>, table: ExchangeTable, rows: readonly ExchangeRow[]): Promise<Saved> {
  let added = 0
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).toSorted().join()).values())
    added += await saveAlike(tx, table, alike)
  let removed = 0
  for (const child of table.children ?? []) removed += await saveChildren(tx, child, rows)
  return { added, removed }
}

/** Returns how many were added. */
async function saveAlike(tx: Kysely<unknown>, table: ExchangeTable, rows: readonly ExchangeRow[]): Promise<number> {
  const fields = new Set(Object.keys(rows[0] ?? {}))
  const own = (await ownColumns(tx, table)).filter(({ name }) => fields.has(name))
  // PostgreSQL refuses to change an identity; where it is not the key, the stored row keeps its own.
  const replaced = own.filter(
    ({ name, isIdentity }) => !isIdentity && !table.key.includes(name) && name !== table.locks,
  )
  const given = sql`json_populate_recordset(null::${sql.table(table.table)}, ${JSON.stringify(rows)}::json) as given`
  const isSame = sql.join(
    table.key.map((name) => sql`${sql.ref(`${table.table}.${name}`)} = ${sql.ref(`given.${name}`)}`),
    sql` and `,
  )
  const replacements = (from: 'given' | 'excluded') =>
    list(replaced.map(({ name }) => replacement(table, { name, from })))
  // An upsert would refuse a row without all required columns, although the stored one has them.
  if (replaced.length > 0)
    await sql`update ${sql.table(table.table)} set ${replacements('given')} from ${given} where ${isSame}`.execute(tx)
  const names = own.map(({ name }) => name)
  // Rows whose key has a generated column, which is not in files, are known to be stored only when they are inserted.
  const { rows: inserted } = await sql<{ isAdded: boolean }>`
    insert into ${sql.table(table.table)} (${list(names.map((name) => sql.ref(name)))}) overriding system value
    select ${list(names.map((name) => sql.ref(`given.${name}`)))} from ${given}
    where not exists (select from ${sql.table(table.table)} where ${isSame})
    on conflict (${list(table.key.map((name) => sql.ref(name)))})
      do ${replaced.length > 0 ? sql`update set ${replacements('excluded')}` : sql`nothing`}
    returning (xmax = 0) as "isAdded"`.execute(tx)
  return inserted.filter(({ isAdded }) => isAdded).length
}

/** Sets a column of a stored row to the given value, unless it is locked. */
function replacement(
  { table, locks }: ExchangeTable,
  { name, from }: { name: string; from: 'given' | 'excluded' },
): RawBuilder<unknown> {
  const [column, given] = [sql.ref(name), sql.ref(`${from}.${name}`)]
  if (locks === undefined) return sql`${column} = ${given}`
  const [stored, locked] = [sql.ref(`${table}.${name}`), sql.ref(`${table}.${locks}`)]
  return sql`${column} = case when ${name} = any(${locked}) then ${stored} else ${given} end`
}

/** Returns how many rows were removed, here and below. */
async function saveChildren(
  tx: Kysely<unknown>,
  child: ExchangeChild,
  parents: readonly ExchangeRow[],
): Promise<number> {
  const { field, parent, table, key } = child
  const with_ = parents.filter((row) => row[field] !== undefined)
  const rows = with_.flatMap((row) => rowsIn(row[field]).map((each) => ({ ...each, [parent]: row.id })))
  const keys = list(key.map((name) => sql.ref(name)))
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${sql.ref(parent)} in
      (select id from json_to_recordset(${JSON.stringify(with_.map(({ id }) => ({ id })))}::json) as stored (id bigint))
    and (${keys}) not in (
      select ${keys} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    )`.execute(tx)
  const { removed } = await saveTable(tx, child, rows)
  return Number(numAffectedRows) + removed
}

/** The rows in a field, whose form was checked. */
const rowsIn = (value: unknown): ExchangeRow[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** A table and all that are nested in it. */
const tablesIn = (table: ExchangeTable): ExchangeTable[] => [table, ...(table.children ?? []).flatMap(tablesIn)]

/** New rows continue behind the imported ones. */
async function advanceIdentity(tx: Kysely<unknown>, { table }: ExchangeTable): Promise<void> {
  for (const { name, isIdentity } of await columnsOf(tx, table))
    if (isIdentity)
      await sql`select setval(pg_get_serial_sequence(${table}, ${name}), last) from (
        select max(${sql.ref(name)}) as last from ${sql.table(table)}
      ) as stored where last > coalesce((select last_value from pg_sequences
        where format('%I.%I', schemaname, sequencename)::regclass = pg_get_serial_sequence(${table}, ${name})::regclass), 0)`.execute(
        tx,
      )
}
