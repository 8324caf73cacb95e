import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'

test('no index is only the beginning of another one', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query<{ name: string; longer: string }>(
    `select short.indexrelid::regclass::text as name, long.indexrelid::regclass::text as longer
     from pg_index short join pg_index long using (indrelid)
       join pg_class one on one.oid = short.indexrelid join pg_class other on other.oid = long.indexrelid
     where one.relnamespace = 'public'::regnamespace and short.indexrelid <> long.indexrelid and one.relam = other.relam
       and not short.indisunique
       and short.indpred is null and long.indpred is null and short.indexprs is null and long.indexprs is null
       and starts_with(long.indkey::text || ' ', short.indkey::text || ' ')
       and starts_with(long.indclass::text || ' ', short.indclass::text || ' ')
       and starts_with(long.indoption::text || ' ', short.indoption::text || ' ')`,
  )
  expect(rows).toEqual([])
})
