import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { aTitle } from '../../testing/titles.ts'
import type { CatalogTables } from './catalog-tables.ts'
import { createWriterStore } from './writer-store.ts'

const { db, pool } = await createTestDatabase()
const writer = createWriterStore(db.withTables<CatalogTables>())

test('concurrent imports of one title make one title', async () => {
  const draft = aTitle()
  const made = await Promise.all(Array.from({ length: 8 }, () => writer.saveTitle(draft, 1_700_000_000)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await pool.query('select name from title')).rows).toEqual([{ name: draft.name }])
})

test('a reimported title keeps fields that are not given, and its creation time', async () => {
  const { id } = await writer.saveTitle(aTitle({ origin: 'again', intro: '旧' }), 1_700_000_000)
  const { intro: _intro, ...again } = aTitle({ origin: 'again', name: '新名' })
  expect(await writer.saveTitle(again, 1_700_000_100)).toEqual({ id, changed: true })
  expect(await writer.saveTitle(again, 1_700_000_200)).toEqual({ id, changed: false })
  const { rows } = await pool.query('select name, intro, created_at, updated_at from title where id = $1', [id])
  expect(rows).toMatchObject([{ name: '新名', intro: '旧', created_at: 1_700_000_000, updated_at: 1_700_000_100 }])
})
