import { prepareDataFolder } from '../process/data-folder.ts'
import { prepareCluster } from './cluster.ts'
import type { DatabaseHandle } from './database-handle.ts'
import { checkExternalDatabase } from './external-database.ts'
import { retireOutsideClusters } from './retired-clusters.ts'
import { superviseCluster } from './supervise-cluster.ts'

/**
 * Makes the station's database reachable: the PostgreSQL that `databaseUrl` names, or our own on the data folder, which
 * is made, started, adopted from an earlier run or shared with another process of ours, whatever is needed. While the
 * handle lives our own server is brought back when it goes away; pools reconnect by themselves.
 * @param options.log takes one Chinese line for the operator at a time
 * @throws StartRefusal with one sentence for the operator
 */
export async function startDatabase(options: {
  dataDir: string
  databaseUrl?: string
  log: (line: string) => void
}): Promise<DatabaseHandle> {
  if (options.databaseUrl !== undefined) {
    await checkExternalDatabase(options.databaseUrl)
    return { connection: { connectionString: options.databaseUrl }, stop: () => Promise.resolve() }
  }
  const dataDir = prepareDataFolder(options.dataDir)
  const cluster = prepareCluster(dataDir)
  await retireOutsideClusters(dataDir, Date.now())
  return superviseCluster(cluster, options.log)
}
