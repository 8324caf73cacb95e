/** A process that runs jobs: prints `started` when a job begins, and never finishes it. */
import * as z from 'zod/mini'
import { createJobs, defineJob } from './jobs.ts'
import { createLogger } from '../process/logger.ts'
import { createMetrics } from '../operations/metrics.ts'
import { openDatabase } from '../database/open-database.ts'

const log = createLogger({ level: 'silent' })
const { pool } = openDatabase({ connection: JSON.parse(process.argv[2] ?? ''), log })
const jobs = createJobs({ pool, log, metrics: createMetrics() })
jobs.handle(defineJob('film', z.object({ name: z.string() })), async ({ name }) => {
  process.stdout.write(`started ${name}\n`)
  await new Promise(() => undefined)
})
await jobs.start()
process.stdout.write('ready\n')
