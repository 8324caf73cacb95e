import { createTitleWriter, type TitleWriter } from '../domains/catalog/title-writer.ts'
import { createTransactionalEvents, type TransactionalEvents } from '../platform/events/outbox.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createMetrics } from '../platform/operations/metrics.ts'
import { createLogger } from '../platform/process/logger.ts'
import { localBus } from './local-bus.ts'
import type { TestDatabase } from './test-database.ts'

/** Writes titles into a database without a station. */
export function openTitleWriter({ db, pool }: Pick<TestDatabase, 'db' | 'pool'>): {
  writer: TitleWriter
  events: TransactionalEvents
} {
  const onError = (err: unknown): void => {
    throw err
  }
  const jobs = createJobs({ pool, log: createLogger({ level: 'silent' }), metrics: createMetrics() })
  const events = createTransactionalEvents({ bus: localBus, onError, db, jobs })
  return { writer: createTitleWriter({ db, events }, { holdAssetsIn: async (_tx, ids) => new Set(ids) }), events }
}
