import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartRefusal } from '../process/start-refusal.ts'

/** Names the lock among those of the database. */
const stationLock = 0x79756e
/** How long a station that was killed may still seem to be there. */
const patienceMs = 3000
const askAgainMs = 200

/**
 * Holds the data folder for this station: a second one on the same folder would make the same films and count the same
 * plays twice. Returns what gives it back. @throws StartRefusal
 */
export async function beOnlyStation(pool: pg.Pool, dataDir: string): Promise<() => Promise<void>> {
  const seat = await pool.connect()
  const giveBack = async (): Promise<void> => seat.release(true)
  for (const endMs = performance.now() + patienceMs; ; await wait(askAgainMs)) {
    const { rows } = await seat.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [stationLock])
    if (rows[0]?.held) return giveBack
    if (performance.now() > endMs) break
  }
  await giveBack()
  throw new StartRefusal(`数据文件夹 ${dataDir} 正被另一个云幕使用。请先停掉它，或用 YUNMU_DATA 另指一个文件夹。`)
}
