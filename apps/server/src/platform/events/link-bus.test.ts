import { createClient } from '@redis/client'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasRedis, startRedis, type RedisServer } from '../../testing/redis-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDatabaseBus } from './database-bus.ts'
import { createEvents, defineEvent, type Events } from './events.ts'
import type { ClosableBus, LinkBusOptions } from './link-bus.ts'
import { createLogger } from '../process/logger.ts'
import { openRedisBus } from './redis-bus.ts'

const named = defineEvent('test.named', z.object({ names: z.array(z.string()) }))
const log = createLogger({ level: 'silent' })
const noError = (err: unknown): void => {
  throw err
}
const soon = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 40_000 })
const channel = `yunmu:${randomBytes(4).toString('hex')}`

let database: TestDatabase
let redis: RedisServer | undefined
const open: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  if (hasRedis) redis = await startRedis()
})
afterAll(async () => {
  for (const bus of open) await bus.close()
})

type OpenBus = (options: LinkBusOptions) => Promise<ClosableBus>
const overDatabase: OpenBus = (options) => openDatabaseBus({ ...options, connection: database.connection })
const overRedis: OpenBus = (options) => openRedisBus({ ...options, channel, url: redis?.url ?? '' })

/** The events of a separate process, as far as the bus can tell. */
async function aProcess(openBus: OpenBus): Promise<Events> {
  const bus = await openBus({ log, onGap: () => events.reportGap() })
  open.unshift(bus)
  const events = createEvents(bus, noError)
  return events
}

/** Ends every connection of the database bus. */
async function cutConnections(): Promise<void> {
  const admin = new pg.Client(database.connection)
  await admin.connect()
  await admin.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'yunmu-bus' and datname = current_database()",
  )
  await admin.end()
}

describe.each([
  { over: 'PostgreSQL', openBus: overDatabase, isThere: true },
  { over: 'Redis', openBus: overRedis, isThere: hasRedis },
])('over $over', ({ openBus, isThere }) => {
  test.runIf(isThere)('an event of one process reaches the other once, and its own listeners once', async () => {
    const [here, there] = [await aProcess(openBus), await aProcess(openBus)]
    const [heardHere, heardThere] = [vi.fn(), vi.fn()]
    here.on(named, heardHere)
    there.on(named, heardThere)
    here.announce(named, { names: ['雾港来信'] })
    await soon(() => expect(heardThere).toHaveBeenCalledExactlyOnceWith({ names: ['雾港来信'] }))
    expect(heardHere).toHaveBeenCalledTimes(1)
  })

  test.runIf(isThere)('an event too long for the bus arrives without its detail', async () => {
    const [here, there] = [await aProcess(openBus), await aProcess(openBus)]
    const received = vi.fn()
    there.on(named, received)
    here.announce(named, { names: Array.from({ length: 60_000 }, (_, at) => `很长的片名${at}`) })
    await soon(() => expect(received).toHaveBeenCalledExactlyOnceWith(null))
  })

  test.runIf(isThere)('many concurrent events arrive in order', async () => {
    const [here, there] = [await aProcess(openBus), await aProcess(openBus)]
    const received: unknown[] = []
    there.on(named, (detail) => received.push(detail?.names[0]))
    const warned = vi.fn()
    process.on('warning', warned)
    const names = Array.from({ length: 20 }, (_, at) => `片名${at}`)
    for (const name of names) here.announce(named, { names: [name] })
    await soon(() => expect(received).toEqual(names))
    process.off('warning', warned)
    // pg warns once per process about a query that is queued while another runs.
    expect(warned).not.toHaveBeenCalled()
  })

  test.runIf(isThere)('pending events are sent before the connection is closed', async () => {
    const there = await aProcess(openBus)
    const received = vi.fn()
    there.on(named, received)
    const bus = await openBus({ log, onGap: () => {} })
    const here = createEvents(bus, noError)
    for (let times = 0; times < 5; times++) here.announce(named, { names: ['雾港来信'] })
    await bus.close()
    await soon(() => expect(received).toHaveBeenCalledTimes(5))
  })
})

test('a broken connection is reopened, and all listeners are notified of a possible gap', async () => {
  const there = await aProcess(overDatabase)
  const received = vi.fn()
  there.on(named, received)
  await cutConnections()
  await soon(() => expect(received).toHaveBeenCalledWith(null))
})

test('events during an own broken connection still reach the others', async () => {
  const [here, there] = [await aProcess(overDatabase), await aProcess(overDatabase)]
  const received = vi.fn()
  there.on(named, received)
  const cut = cutConnections()
  here.announce(named, { names: ['雾港来信'] })
  await cut
  await soon(() => expect(received).toHaveBeenCalled())
})

test.runIf(hasRedis)(
  'while Redis is unavailable the process continues; missed events are covered when it is back',
  async () => {
    const [here, there] = [await aProcess(overRedis), await aProcess(overRedis)]
    const [heardHere, heardThere] = [vi.fn(), vi.fn()]
    here.on(named, heardHere)
    there.on(named, heardThere)
    await redis?.stop()
    here.announce(named, { names: ['雾港来信'] })
    expect(heardHere).toHaveBeenCalledExactlyOnceWith({ names: ['雾港来信'] })
    await redis?.start()
    await soon(() => expect(heardThere).toHaveBeenCalledWith(null))
    // Both reconnect at their own time; events before that are covered by the gap, as above.
    await vi.waitFor(
      () => {
        here.announce(named, { names: ['灯塔'] })
        expect(heardThere).toHaveBeenCalledWith({ names: ['灯塔'] })
      },
      { timeout: 40_000, interval: 250 },
    )
  },
)

test.runIf(hasRedis)('a station starts while Redis is unavailable, and connects later', async () => {
  await redis?.stop()
  const [here, there] = [await aProcess(overRedis), await aProcess(overRedis)]
  const received = vi.fn()
  there.on(named, received)
  await redis?.start()
  await soon(() => expect(received).toHaveBeenCalledWith(null))
  await soon(() => {
    here.announce(named, { names: ['灯塔'] })
    expect(received).toHaveBeenLastCalledWith({ names: ['灯塔'] })
  })
})

test.runIf(hasRedis)('a user without permission for the channel leaves no open connections', async () => {
  const url = new URL(redis?.url ?? '')
  const admin = createClient({ url: url.href })
  admin.on('error', () => undefined)
  open.unshift({ close: async () => admin.destroy() })
  await admin.connect()
  await admin.sendCommand(['ACL', 'SETUSER', 'deaf', 'on', '>secret', '~*', '+@all', 'resetchannels'])
  Object.assign(url, { username: 'deaf', password: 'secret' })
  const refused = vi.fn()
  const bus = await openRedisBus({ url: url.href, channel, log: { ...log, warn: refused }, onGap: () => {} })
  await soon(() => expect(refused).toHaveBeenCalled())
  await soon(async () => expect(JSON.stringify(await admin.sendCommand(['ACL', 'LOG']))).toContain('deaf'))
  await soon(async () => expect(JSON.stringify(await admin.sendCommand(['CLIENT', 'LIST']))).not.toContain('user=deaf'))
  await bus.close()
})

test.runIf(hasRedis)("two stations that share a Redis do not receive each other's events", async () => {
  const [ours, theirs] = [await aProcess(overRedis), await aProcess((options) => overOther(options))]
  const [heardOurs, heardTheirs] = [vi.fn(), vi.fn()]
  const listening = await aProcess((options) => overOther(options))
  ours.on(named, heardOurs)
  listening.on(named, heardTheirs)
  theirs.announce(named, { names: ['灯塔'] })
  await soon(() => expect(heardTheirs).toHaveBeenCalledTimes(1))
  expect(heardOurs).not.toHaveBeenCalled()
})

const overOther: OpenBus = (options) => openRedisBus({ ...options, channel: `${channel}:other`, url: redis?.url ?? '' })
