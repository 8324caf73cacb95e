import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createLogger } from '../process/logger.ts'
import { openDatabase } from './open-database.ts'
import { createStatementNames } from './prepared-statements.ts'

test('a statement is prepared once it was executed often', () => {
  const names = createStatementNames({ minExecutions: 3, maxNames: 10 })
  const found = Array.from({ length: 4 }, () => names.nameOf('select id from title where id = $1'))
  expect(found).toEqual([undefined, undefined, 'yunmu_1', 'yunmu_1'])
  expect(names.nameOf('select id from title where id > $1')).toBeUndefined()
})

test('when all names are in use, a statement that is executed often takes the place of the longest unused one', () => {
  const names = createStatementNames({ minExecutions: 2, maxNames: 2 })
  const found = ['a', 'b', 'a', 'b', 'a', 'c', 'c', 'a', 'b', 'b'].map((column) =>
    names.nameOf(`select ${column} from title`),
  )
  const [, , a, b, , , c, , , againB] = found
  expect(found).toEqual([undefined, undefined, 'yunmu_1', 'yunmu_2', a, undefined, 'yunmu_3', a, undefined, 'yunmu_4'])
  expect(new Set([a, b, c, againB]).size).toBe(4)
})

test('changes of many rows, what is no statement on rows, and queries of all columns are not prepared', () => {
  const names = createStatementNames({ minExecutions: 1, maxNames: 10 })
  const rows = Array.from({ length: 500 }, (_, at) => `($${at + 1})`).join(', ')
  for (const text of [
    'select * from title where id = $1',
    'update title set name = $1 returning *',
    `insert into title values ${rows}`,
    'listen title',
  ])
    expect(names.nameOf(text), text).toBeUndefined()
  for (const text of ['update title set name = $1', 'insert into title values ($1)', 'delete from title where id = $1'])
    expect(names.nameOf(text), text).toBeDefined()
})

test('a query that is executed often is planned once for each connection, and answers as before', async () => {
  const { connection } = await createTestDatabase()
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }), maxConnections: 1 })
  atFileEnd(close)
  const double = async (value: number) =>
    (await sql<{ doubled: number }>`select 2 * ${value}::int as doubled`.execute(db)).rows
  const triple = async (value: number) =>
    (await sql<{ tripled: number }>`select ${value}::int + ${value}::int + ${value}::int as tripled`.execute(db)).rows
  for (let value = 0; value < 20; value++) {
    expect(await double(value)).toEqual([{ doubled: 2 * value }])
    expect(await triple(value)).toEqual([{ tripled: 3 * value }])
  }
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'yunmu%'`.execute(db)
  expect(rows.map(({ statement }) => statement)).toEqual(['select $1::int + $2::int + $3::int as tripled'])
})

test('a connection that holds the plans of many statements without a name is replaced by a new one', async () => {
  const { connection } = await createTestDatabase()
  const preparing = { minExecutions: 1, maxNames: 4 }
  const { db, close } = openDatabase({
    connection,
    preparing,
    log: createLogger({ level: 'silent' }),
    maxConnections: 1,
  })
  atFileEnd(close)
  let mostPlans = 0
  for (let at = 0; at < 40; at++) {
    const column = `plus_${at}`
    const query = sql`select ${at}::int + 1 as ${sql.ref(column)}`
    expect((await query.execute(db)).rows).toEqual([{ [column]: at + 1 }])
    const { rows } = await sql<{ plans: number }>`
      select count(*) as plans from pg_prepared_statements where ${1}::int = 1`.execute(db)
    mostPlans = Math.max(mostPlans, rows[0]?.plans ?? 0)
  }
  expect(mostPlans).toBeGreaterThan(4)
  expect(mostPlans).toBeLessThanOrEqual(8)
})
