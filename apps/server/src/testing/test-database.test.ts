import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

const [one, two] = [await createTestDatabase(), await createTestDatabase()]

test('each test database has the whole schema and nothing of the others', async () => {
  await one.pool.query('create table note (id int)')
  const tablesOf = async ({ pool }: typeof one): Promise<unknown[]> =>
    (await pool.query('select tablename from pg_tables where schemaname = $1 order by 1', ['public'])).rows
  const migrated = await tablesOf(two)
  expect(migrated.length).toBeGreaterThan(2)
  expect(migrated).not.toContainEqual({ tablename: 'note' })
  expect(await tablesOf(one)).toHaveLength(migrated.length + 1)
})
