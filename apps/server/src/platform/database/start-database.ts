import { prepareDataFolder, refuseFullDisk } from '../process/data-folder.ts'
import { prepareCluster } from './cluster.ts'
import type { DatabaseHandle } from './database-handle.ts'
import { checkExternalDatabase } from './external-database.ts'
import { retireOutsideClusters } from './retired-clusters.ts'
import { superviseCluster } from './supervise-cluster.ts'

/**
 * Provides the station's database: the PostgreSQL at `databaseUrl`, or our own in the data folder, which is created,
 * started, adopted from an earlier run or shared with another process, as needed. Our own server is restarted when it
 * stops while the handle is in use; pools reconnect by themselves.
 * @param options.minFreeMb megabytes that the data folder's disk must have free; absent is not checked
 * @param options.log takes one Chinese line for the operator at a time
 * @throws StartRefusal with one sentence for the operator
 */
export async function startDatabase(options: {
  dataDir: string
  databaseUrl?: string
  minFreeMb?: number
  log: (line: string) => void
}): Promise<DatabaseHandle> {
  if (options.databaseUrl !== undefined) {
    await checkExternalDatabase(options.databaseUrl, options.log)
    return { connection: { connectionString: options.databaseUrl }, stop: () => Promise.resolve() }
  }
  const dataDir = prepareDataFolder(options.dataDir)
  if (options.minFreeMb !== undefined) refuseFullDisk(dataDir, options.minFreeMb)
  const cluster = prepareCluster(dataDir)
  await retireOutsideClusters(dataDir, Date.now())
  return superviseCluster(cluster, options.log)
}
