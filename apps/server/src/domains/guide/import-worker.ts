import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { fillDraft } from './fill-draft.ts'
import { importErrorMessage } from './guide-import-error.ts'
import type { GuideTables } from './guide-tables.ts'
import type { ImportRequest, ImportMessage } from './import-messages.ts'
import { writeGuide } from './merge-store.ts'

/**
 * Entry point of the import worker. It runs with low priority, because requests go first. Only on Linux does a thread
 * have its own niceness.
 */
const niceness = 10

const request: ImportRequest = workerData
const post = (message: ImportMessage): void => parentPort?.postMessage(message)
if (process.platform === 'linux') setPriority(niceness)

const log = createLogger({ level: 'silent' })
const database = openDatabase({ connection: request.connection, log, maxConnections: 1, longStatements: true })
try {
  post(await writeGuide(database.db.withTables<GuideTables>(), (draft) => fillDraft(request, draft, post)))
} catch (err) {
  const reason = importErrorMessage(err)
  if (reason === null) throw err
  post({ type: 'refused', reason })
} finally {
  await database.close()
}
