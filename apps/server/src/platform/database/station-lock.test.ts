import { beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { acquireStationLock } from './station-lock.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

test('a second station on the same data folder is refused with a message, and may start after the first has ended', async () => {
  const giveBack = await acquireStationLock(database.pool, '/srv/data')
  await expect(acquireStationLock(database.pool, '/srv/data')).rejects.toThrow('/srv/data 正被另一个云幕使用')
  await giveBack()
  await (
    await acquireStationLock(database.pool, '/srv/data')
  )()
})
