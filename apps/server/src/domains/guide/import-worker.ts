import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { createLogger } from '../../platform/process/logger.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import { fillDraft } from './fill-draft.ts'
import { sentenceOfProblem } from './guide-problem.ts'
import type { GuideTables } from './guide-tables.ts'
import type { ImportOrder, ImportWord } from './import-order.ts'
import { writeGuide } from './merge-store.ts'

/** A guide is read beside visitors, who come first. On Linux a thread has a niceness of its own; elsewhere it is the process's. */
const niceness = 10

const order: ImportOrder = workerData
const tell = (word: ImportWord): void => parentPort?.postMessage(word)
if (process.platform === 'linux') setPriority(niceness)

const log = createLogger({ level: 'silent' })
const opened = openDatabase({ connection: order.connection, log, maxConnections: 1, longStatements: true })
try {
  tell(await writeGuide(opened.db.withTables<GuideTables>(), (draft) => fillDraft(order, draft, tell)))
} catch (err) {
  const sentence = sentenceOfProblem(err)
  if (sentence === null) throw err
  tell({ said: 'refused', sentence })
} finally {
  await opened.close()
}
