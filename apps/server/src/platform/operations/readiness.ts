import type { Kysely } from 'kysely'
import { refuseFullDisk } from '../process/data-folder.ts'
import { pendingMigrations } from '../database/migrate.ts'

/** Why the station cannot serve. */
export type NotReady = 'database' | 'migrations' | 'disk' | 'warm-up'

export interface ReadinessNeeds {
  db: Kysely<unknown>
  dataDir: string
  /** Megabytes that the data folder's disk must have free. */
  minFreeMb: number
  /** Whether the first requests would not wait: the search index is loaded, the pages are compiled. */
  isWarm: () => boolean
}

const timeoutMs = 2000
const maxAgeMs = 1000

/** Returns a function that checks why the station cannot serve; empty if it can. Results are cached for a second. */
export function createReadiness(needs: ReadinessNeeds): () => Promise<NotReady[]> {
  let last: { found: Promise<NotReady[]>; atMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (last === undefined || nowMs - last.atMs > maxAgeMs) last = { found: checkReadiness(needs), atMs: nowMs }
    return last.found
  }
}

async function checkReadiness({ db, dataDir, minFreeMb, isWarm }: ReadinessNeeds): Promise<NotReady[]> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('the database is slow')), timeoutMs)
  const database = Promise.race([pendingMigrations(db), timeout.promise]).then(
    (pending): NotReady[] => (pending.length > 0 ? ['migrations'] : []),
    (): NotReady[] => ['database'],
  )
  try {
    const warmUpReasons: NotReady[] = isWarm() ? [] : ['warm-up']
    return [...(await database), ...diskReasons(dataDir, minFreeMb), ...warmUpReasons]
  } finally {
    clearTimeout(timer)
  }
}

function diskReasons(dataDir: string, minFreeMb: number): NotReady[] {
  try {
    refuseFullDisk(dataDir, minFreeMb)
    return []
  } catch {
    return ['disk']
  }
}
