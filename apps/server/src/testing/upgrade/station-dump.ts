import type pg from 'pg'

type Row = Readonly<Record<string, unknown>>

/** One line of a dump. Values are as PostgreSQL writes them as JSON; generated columns are left out. */
type DumpLine =
  /** The last migration that was applied. */
  | { migration: string }
  | { table: string; row: Row }
  /** The last value that a sequence gave. */
  | { sequence: string; value: number }
  /** A job that waits in the queue. */
  | { job: Job }
  /** A schedule that the queue knows. */
  | { schedule: string; since: string }

interface Job {
  task: string
  payload: unknown
  queue: string | null
  key: string | null
  run_at: string
  max_attempts: number
}

/** The rows of a station, with the migration that had made its tables. */
export interface StationDump {
  lastMigration: string
  rows: Readonly<Record<string, readonly Row[]>>
  lines: readonly DumpLine[]
}

interface TableShape {
  name: string
  columns: string[]
  keys: string[]
}

/** The product's own tables: the columns that can be written, and those of the primary key. */
async function tablesOf(pool: pg.Pool): Promise<TableShape[]> {
  const { rows } = await pool.query<TableShape>(`
    select relname as name, array_agg(attname::text order by attnum) as columns,
      array_agg(attname::text order by attnum) filter (where attnum = any(indkey)) as keys
    from pg_class join pg_attribute on attrelid = pg_class.oid
      left join pg_index on indrelid = pg_class.oid and indisprimary
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  return rows.map((table) => ({ ...table, keys: table.keys ?? table.columns }))
}

const listOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** Reads all rows of a small station. */
export async function dumpStation(pool: pg.Pool): Promise<StationDump> {
  const { rows: applied } = await pool.query<{ migration: string }>(
    'select max(name) as migration from kysely_migration',
  )
  const lines: DumpLine[] = [...applied]
  for (const { name, columns, keys } of await tablesOf(pool)) {
    const { rows } = await pool.query<{ row: Row }>(
      `select row_to_json(own) as row from (select ${listOf(columns)} from "${name}" order by ${listOf(keys)}) as own`,
    )
    lines.push(...rows.map(({ row }) => ({ table: name, row })))
  }
  const { rows: sequences } = await pool.query<{ sequence: string; value: number }>(
    `select sequencename as sequence, last_value::int as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  const { rows: jobs } = await pool.query<{ job: Job }>(
    `select json_build_object('task', task_identifier, 'payload', payload, 'queue', queue_name, 'key', jobs.key,
       'run_at', jobs.run_at, 'max_attempts', jobs.max_attempts) as job
     from graphile_worker.jobs join graphile_worker._private_jobs using (id) order by id`,
  )
  const { rows: schedules } = await pool.query<{ schedule: string; since: string }>(
    `select identifier as schedule, to_json(known_since) as since
     from graphile_worker._private_known_crontabs order by 1`,
  )
  return dumpOf([...lines, ...sequences, ...jobs, ...schedules])
}

/** One line of JSON for each row. */
export const formatDump = ({ lines }: StationDump): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

export const parseDump = (text: string): StationDump =>
  dumpOf(
    text
      .trimEnd()
      .split('\n')
      .map((line): DumpLine => JSON.parse(line)),
  )

function dumpOf(lines: readonly DumpLine[]): StationDump {
  const rows: Record<string, Row[]> = {}
  for (const line of lines) if ('table' in line) (rows[line.table] ??= []).push(line.row)
  const lastMigration = lines.flatMap((line) => ('migration' in line ? [line.migration] : [])).join('')
  return { lastMigration, rows, lines }
}

/** Inserts rows that have the same columns. */
export async function insertRows(client: pg.Pool | pg.PoolClient, table: string, rows: readonly Row[]): Promise<void> {
  const columns = listOf(Object.keys(rows[0] ?? {}))
  await client.query(
    `insert into "${table}" (${columns}) overriding system value
     select ${columns} from json_populate_recordset(null::"${table}", $1)`,
    [JSON.stringify(rows)],
  )
}

/**
 * Writes a dump into a database that has the queue's tables and exactly the migrations that the dump had. Rows that the
 * migrations wrote are replaced.
 */
export async function restoreStation(pool: pg.Pool, { rows, lines }: StationDump): Promise<void> {
  const client = await pool.connect()
  try {
    // Disables foreign keys and triggers: rows come in any order, and are written as they were.
    await client.query('begin; set local session_replication_role = replica')
    for (const { name } of await tablesOf(pool)) await client.query(`delete from "${name}"`)
    for (const [name, own] of Object.entries(rows)) await insertRows(client, name, own)
    for (const line of lines) {
      if ('sequence' in line) await client.query('select setval($1::regclass, $2)', [`"${line.sequence}"`, line.value])
      if ('job' in line) await addJob(client, line.job)
      if ('schedule' in line) await addKnownSchedule(client, line.schedule, line.since)
    }
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** A schedule as the queue knows it after its first run, with the job of the next run. */
export async function addSchedule(pool: pg.Pool, task: string, sinceSec: number): Promise<void> {
  const since = new Date(sinceSec * 1000).toISOString()
  const key = `every:${task}`
  const client = await pool.connect()
  try {
    await addKnownSchedule(client, task, since)
    await addJob(client, { task, payload: {}, queue: key, key, run_at: since, max_attempts: 1 })
  } finally {
    client.release()
  }
}

async function addKnownSchedule(client: pg.PoolClient, task: string, since: string): Promise<void> {
  const insert = 'insert into graphile_worker._private_known_crontabs (identifier, known_since) values ($1, $2)'
  await client.query(insert, [task, since])
}

async function addJob(client: pg.PoolClient, { task, payload, queue, key, run_at, max_attempts }: Job): Promise<void> {
  await client.query(
    `select graphile_worker.add_job(identifier => $1, payload => $2, queue_name => $3, job_key => $4,
       run_at => $5::timestamptz, max_attempts => $6::int)`,
    [task, JSON.stringify(payload), queue, key, run_at, max_attempts],
  )
}
