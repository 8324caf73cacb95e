import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { openDatabaseBus } from './database-bus.ts'
import { createEvents, defineEvent, loneBus, type Events } from './events.ts'
import { createLogger } from './logger.ts'

const named = defineEvent('test.named', z.object({ names: z.array(z.string()) }))
const log = createLogger({ level: 'silent' })
const noError = (err: unknown): void => {
  throw err
}

let database: TestDatabase
const open: { close(): Promise<void> }[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const bus of open) await bus.close()
})

/** The events of a process of their own, as far as the database can tell. */
async function aProcess(): Promise<Events> {
  const bus = await openDatabaseBus({ connection: database.connection, log, onGap: () => events.missed() })
  open.unshift(bus)
  const events = createEvents(bus, noError)
  return events
}

test('a listener that throws does not keep the others from hearing, and its error is reported', () => {
  const errors: unknown[] = []
  const events = createEvents(loneBus, (err) => errors.push(err))
  const heard = vi.fn()
  events.on(named, () => {
    throw new Error('deaf')
  })
  const off = events.on(named, heard)
  events.announce(named, { names: ['a'] })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ names: ['a'] })
  expect(errors).toHaveLength(1)
  off()
  events.announce(named, { names: ['b'] })
  expect(heard).toHaveBeenCalledTimes(1)
})

test('what one process announces, the other hears once, and itself once', async () => {
  const [here, there] = [await aProcess(), await aProcess()]
  const [heardHere, heardThere] = [vi.fn(), vi.fn()]
  here.on(named, heardHere)
  there.on(named, heardThere)
  here.announce(named, { names: ['雾港来信'] })
  await vi.waitFor(() => expect(heardThere).toHaveBeenCalledExactlyOnceWith({ names: ['雾港来信'] }))
  expect(heardHere).toHaveBeenCalledTimes(1)
})

test('an announcement too long to carry arrives without its detail', async () => {
  const [here, there] = [await aProcess(), await aProcess()]
  const heard = vi.fn()
  there.on(named, heard)
  here.announce(named, { names: Array.from({ length: 3000 }, (_, at) => `片名${at}`) })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledExactlyOnceWith(null))
})

test('many announcements at once arrive in their order, one query at a time', async () => {
  const [here, there] = [await aProcess(), await aProcess()]
  const heard: unknown[] = []
  there.on(named, (detail) => heard.push(detail?.names[0]))
  const warned = vi.fn()
  process.on('warning', warned)
  const names = Array.from({ length: 20 }, (_, at) => `片名${at}`)
  for (const name of names) here.announce(named, { names: [name] })
  await vi.waitFor(() => expect(heard).toEqual(names))
  process.off('warning', warned)
  // pg warns once a process of a query that was asked for while another ran.
  expect(warned).not.toHaveBeenCalled()
})

test('what was announced last is told before the connection is closed', async () => {
  const there = await aProcess()
  const heard = vi.fn()
  there.on(named, heard)
  const bus = await openDatabaseBus({ connection: database.connection, log, onGap: () => {} })
  const here = createEvents(bus, noError)
  for (let times = 0; times < 5; times++) here.announce(named, { names: ['雾港来信'] })
  await bus.close()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(5))
})

test('a connection that broke is opened again, and everybody hears that something may have been missed', async () => {
  const there = await aProcess()
  const heard = vi.fn()
  there.on(named, heard)
  const admin = new pg.Client(database.connection)
  await admin.connect()
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yunmu-bus' and datname = current_database()",
  )
  await admin.end()
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null), { timeout: 5000 })
})

test('what is announced while the own connection is broken reaches the others all the same', async () => {
  const here = await aProcess()
  const admin = new pg.Client(database.connection)
  await admin.connect()
  const { rows: broken } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'yunmu-bus' and datname = current_database()",
  )
  const there = await aProcess()
  const heard = vi.fn()
  there.on(named, heard)
  await admin.query('select pg_terminate_backend(pid, 5000) from unnest($1::int[]) as pid', [
    broken.map(({ pid }) => pid),
  ])
  here.announce(named, { names: ['雾港来信'] })
  await admin.end()
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 5000 })
})
