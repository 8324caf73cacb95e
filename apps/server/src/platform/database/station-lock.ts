import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartRefusal } from '../process/start-refusal.ts'

/** Key of the advisory lock. */
const stationLock = 0x79756e
/** How long the lock of a killed process may remain. */
const timeoutMs = 3000
const retryMs = 200

/**
 * Locks the data folder for this station: a second one would process the same films and count the same plays twice.
 * Returns the function that releases the lock.
 * @throws StartRefusal
 */
export async function acquireStationLock(pool: pg.Pool, dataDir: string): Promise<() => Promise<void>> {
  const client = await pool.connect()
  const release = async (): Promise<void> => client.release(true)
  for (const endMs = performance.now() + timeoutMs; ; await wait(retryMs)) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [stationLock])
    if (rows[0]?.held) return release
    if (performance.now() > endMs) break
  }
  await release()
  throw new StartRefusal(`数据文件夹 ${dataDir} 正被另一个云幕使用。请先停掉它，或用 YUNMU_DATA 另指一个文件夹。`)
}
