/**
 * An instance of the station that is killed while it reminds followers of a match: in the transaction of the second
 * batch, after its messages and before its commit.
 */
import { readConfig } from '../../../config.ts'
import { createChangeLog } from '../../../platform/caching/change-log.ts'
import { openDatabase } from '../../../platform/database/open-database.ts'
import { createEgressAccounts } from '../../../platform/egress/accounts.ts'
import { createEgress } from '../../../platform/egress/egress.ts'
import { createTransactionalEvents, type TransactionalEvents } from '../../../platform/events/outbox.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import { createMetrics } from '../../../platform/operations/metrics.ts'
import { createLogger } from '../../../platform/process/logger.ts'
import { localChannel } from '../../../platform/process/worker-channel.ts'
import { createStation } from '../../../station.ts'
import { localBus } from '../../../testing/local-bus.ts'
import { matchReminded } from '../matches-events.ts'

const [connectionText = '', dataDir = '', nowMs = ''] = process.argv.slice(2)
const connection = JSON.parse(connectionText)
const log = createLogger({ level: 'silent' })
const metrics = createMetrics()
const { db, pool } = openDatabase({ connection, log })
const jobs = createJobs({ pool, log, metrics })
const clock = { nowMs: () => Number(nowMs) }
const onError = (err: unknown): void => {
  throw err
}
const events = createTransactionalEvents({ bus: localBus, onError, db, jobs })
let announced = 0
/** A batch of a thousand users is announced by two events. */
const announceIn: TransactionalEvents['announceIn'] = async (tx, event, detail) => {
  if (event.name === matchReminded.name && ++announced === 3) process.kill(process.pid, 'SIGKILL')
  await events.announceIn(tx, event, detail)
}
const config = readConfig({ YUNMU_DATA: dataDir }, '/')
const secrets = { siteKey: 's'.repeat(43), tokenKey: 't'.repeat(43), mediaKey: 'm'.repeat(43) }
const accounts = createEgressAccounts(db, secrets.tokenKey)
const station = createStation({
  config,
  db,
  pool,
  connection,
  events: { ...events, announceIn },
  changes: createChangeLog(events, clock.nowMs),
  clock,
  log,
  secrets,
  metrics,
  channel: localChannel(),
  jobs,
  egress: createEgress({ allow: config.egressAllow, accounts }),
  accounts,
})
await station.matches.remind()
