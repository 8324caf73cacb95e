import { sql, type Kysely, type RawBuilder } from 'kysely'
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
   * Inserts or replaces rows and what belongs to them, all or nothing. Returns their number.
   * @throws ExchangeError for a row that does not fit
   */
  import(entity: ExchangeEntity, batches: AsyncIterable<readonly ExchangeRow[]>): Promise<number>
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

    import: (entity, batches) =>
      db.transaction().execute(async (tx) => {
        const fields = await fieldsOf(tx, entity, { withSecrets: true })
        let count = 0
        for await (const rows of batches) {
          await importRows(tx, { entity, fields, rows, count })
          count += rows.length
        }
        for (const table of tablesIn(entity)) await advanceIdentity(tx, table)
        return count
      }),
  }
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

interface Batch {
  entity: ExchangeEntity
  fields: readonly ExchangeColumn[]
  rows: readonly ExchangeRow[]
  /** Rows before this batch, for messages. */
  count: number
}

async function importRows(tx: Kysely<unknown>, { entity, fields, rows, count }: Batch): Promise<void> {
  const known = new Set(fields.map(({ name }) => name))
  for (const [at, row] of rows.entries()) {
    const unknown = Object.keys(row).find((name) => !known.has(name))
    if (unknown !== undefined) throw new ExchangeError(`没有“${unknown}”这一项`, count + at + 1)
    if (entity.key.some((name) => known.has(name) && (row[name] ?? null) === null))
      throw new ExchangeError(`缺少 ${entity.key.join('、')}`, count + at + 1)
  }
  try {
    // Rows with the same fields together: a field that a row does not have keeps its stored value.
    const alike = Map.groupBy(rows, (row) => Object.keys(row).toSorted().join())
    for (const group of alike.values()) await saveTable(tx, entity, group)
    await entity.imported?.(tx, rows)
  } catch (err) {
    if (err instanceof ExchangeError || !isDataError(err)) throw err
    throw new ExchangeError(err.message, count + 1)
  }
}

/** Errors of PostgreSQL about values and constraints (classes 22 and 23): the file is wrong, not the station. */
const isDataError = (err: unknown): err is Error =>
  err instanceof Error && 'code' in err && /^2[23]/.test(String(err.code))

/** Inserts or replaces rows of a table, and makes the rows below them exactly those that are given. */
async function saveTable(tx: Kysely<unknown>, table: ExchangeTable, rows: readonly ExchangeRow[]): Promise<void> {
  if (rows.length === 0) return
  const given = new Set(rows.flatMap((row) => Object.keys(row)))
  const own = (await ownColumns(tx, table)).filter(({ name }) => given.has(name))
  const columns = own.map(({ name }) => name)
  const names = list(columns.map((name) => sql.ref(name)))
  // PostgreSQL refuses to change an identity; where it is not the key, the stored row keeps its own.
  const kept = own.filter(({ name, isIdentity }) => !isIdentity && !table.key.includes(name)).map(({ name }) => name)
  const change =
    kept.length === 0
      ? sql`nothing`
      : sql`update set ${list(kept.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`
  await sql`insert into ${sql.table(table.table)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(table.table)}, ${JSON.stringify(rows)}::json)
    on conflict (${list(table.key.map((name) => sql.ref(name)))}) do ${change}`.execute(tx)
  for (const child of table.children ?? []) await saveChildren(tx, child, rows)
}

async function saveChildren(tx: Kysely<unknown>, child: ExchangeChild, parents: readonly ExchangeRow[]): Promise<void> {
  const { field, parent, table, key } = child
  const with_ = parents.filter((row) => row[field] !== undefined)
  const rows = with_.flatMap((row) => rowsIn(row[field]).map((each) => ({ [parent]: row.id, ...each })))
  const keys = list(key.map((name) => sql.ref(name)))
  await sql`delete from ${sql.table(table)} where ${sql.ref(parent)} in
      (select id from json_to_recordset(${JSON.stringify(with_.map(({ id }) => ({ id })))}::json) as kept (id bigint))
    and (${keys}) not in (
      select ${keys} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
    )`.execute(tx)
  await saveTable(tx, child, rows)
}

function rowsIn(value: unknown): ExchangeRow[] {
  if (!Array.isArray(value)) throw new ExchangeError('里面的一项不是列表', 0)
  return value.filter((row): row is ExchangeRow => typeof row === 'object' && row !== null)
}

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
