import { expect, test } from 'vitest'
import { createTestDatabase } from '../test-database.ts'
import { fixtureRows } from './fixture-rows.ts'

/** Tables whose rows `make-upgrade-fixture.ts` writes through the domains, or that the migrations fill. */
const writtenByDomains = [
  'app_user',
  'asset',
  'category',
  'channel',
  'channel_group',
  'danmaku_segment',
  'episode',
  'facet',
  'source',
  'stream',
  'stream_source',
  'title',
  'title_listing',
]

test('[M04] every table has rows in the fixture of the next version', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'`,
  )
  const ids = { user: 1, other: 2, title: 1, channel: 1, stream: 1, asset: 1, createdSec: 1 }
  const filled = [...Object.keys(fixtureRows(ids)), ...writtenByDomains]
  expect(filled.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
