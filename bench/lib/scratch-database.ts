import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDatabase } from '../../apps/server/src/platform/database/start-database.ts'
import { createLogger } from '../../apps/server/src/platform/process/logger.ts'
import { migrateToLatest } from '../../apps/server/src/platform/database/migrate.ts'
import { openDatabase, type OpenDatabase } from '../../apps/server/src/platform/database/open-database.ts'

export interface ScratchDatabase extends OpenDatabase {
  /** For programs that open it themselves. */
  connection: Awaited<ReturnType<typeof startDatabase>>['connection']
}

/** A database with the product's schema in a temporary folder, which is deleted when it is closed. */
export async function openScratchDatabase(): Promise<ScratchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yunmu-bench-'))
  const server = await startDatabase({ dataDir, log: () => undefined })
  const opened = openDatabase({
    connection: server.connection,
    log: createLogger({ level: 'warn' }),
    longStatements: true,
  })
  await migrateToLatest(opened.db)
  return {
    ...opened,
    connection: server.connection,
    async close() {
      await opened.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
