import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { StartRefusal } from '../process/start-refusal.ts'
import { migrateToLatest } from './migrate.ts'
import { lastUncheckedMigration } from './schema-check.ts'

/** Runs statements in a database that has the migrations up to `last`, and returns why it is refused. */
async function refusalAfter(last: string, ...statements: string[]): Promise<string> {
  const { db, pool } = await createTestDatabase()
  await pool.query('delete from kysely_migration where name > $1', [last])
  for (const statement of statements) await pool.query(statement)
  const refusal: unknown = await migrateToLatest(db).catch((err: unknown) => err)
  expect(refusal).toBeInstanceOf(StartRefusal)
  return refusal instanceof StartRefusal ? refusal.message : ''
}

test('[M04] a database of this version is opened', async () => {
  const { db } = await createTestDatabase()
  expect(await migrateToLatest(db)).toEqual({ applied: [] })
})

test('[M04] a database whose migrations were applied before they were edited is refused', async () => {
  const refusalWithout = (statement: string) => refusalAfter(lastUncheckedMigration, statement)
  expect(await refusalWithout('drop table danmaku_segment cascade')).toContain('缺少 danmaku_segment.version')
  expect(await refusalWithout('alter table user_block drop column kind')).toContain('缺少 user_block.kind')
})

test('[M04] a database with the first migrations alone is checked for the columns of these', async () => {
  const refusal = await refusalAfter('0010-comments', 'alter table comment drop column state cascade')
  expect(refusal).toContain('缺少 comment.state')
  expect(refusal).not.toContain('danmaku_segment')
})

test('[M04] a database of a newer version, and one that lacks a migration in between, are refused', async () => {
  const newer = `insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`
  expect(await refusalAfter('9999', newer)).toContain('9999-later')
  expect(await refusalAfter('9999', "delete from kysely_migration where name = '0007-demo'")).toContain(
    '缺少 0007-demo',
  )
})
