/**
 * A process of a station that dies with an event in the outbox: `unannounced` after the commit, `announcing` while a
 * listener runs.
 */
import * as z from 'zod/mini'
import { openDatabase } from '../database/open-database.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createMetrics } from '../operations/metrics.ts'
import { createLogger } from '../process/logger.ts'
import { openDatabaseBus } from './database-bus.ts'
import { defineEvent } from './events.ts'
import { createTransactionalEvents } from './outbox.ts'

const [connectionText = '', when] = process.argv.slice(2)
const connection = JSON.parse(connectionText)
const log = createLogger({ level: 'silent' })
const { db, pool } = openDatabase({ connection, log })
const jobs = createJobs({ pool, log, metrics: createMetrics() })
const bus = await openDatabaseBus({ connection, log, onGap: () => undefined })
const events = createTransactionalEvents({ bus, onError: () => undefined, db, jobs })
const paid = defineEvent('test.paid', z.object({ order: z.int() }))
const die = (): void => void process.kill(process.pid, 'SIGKILL')

if (when === 'announcing') {
  events.on(paid, die)
  await jobs.start()
}
await db.transaction().execute((tx) => events.announceIn(tx, paid, { order: 7 }))
if (when === 'unannounced') die()
