import { expect, test } from 'vitest'
import { makePeople } from '../../testing/people.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import type { LibraryTables } from './library-tables.ts'
import { createSubscriptionStore } from './subscription-store.ts'

const { db, pool } = await createTestDatabase()
const people = await makePeople(pool, 1000)
const [lin, mei] = [people.lin.userId, people.mei.userId]
const store = createSubscriptionStore(db.withTables<LibraryTables>())

test('[H02] of the asked matches, those are told that the user has subscribed to', async () => {
  await pool.query('insert into match_subscription values ($1, 3, 0), ($1, 4, 0), ($1, 5, 0), ($2, 6, 0)', [lin, mei])
  expect(await store.among(lin, [])).toEqual(new Set())
  expect(await store.among(lin, [4, 6, 7, 3])).toEqual(new Set([3, 4]))
  expect(await store.among(mei, [3, 4])).toEqual(new Set())
})
