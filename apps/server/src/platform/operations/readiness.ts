import type { Kysely } from 'kysely'
import { refuseFullDisk } from '../process/data-folder.ts'
import { pendingMigrations } from '../database/migrate.ts'

/** Why a station cannot serve. */
export type NotReady = 'database' | 'migrations' | 'disk'

const longestMs = 2000
const rememberMs = 1000

/** Tells why this station cannot serve now; empty when it can. Asked often, it looks once a second. */
export function createReadiness(needs: { db: Kysely<unknown>; dataDir: string }): () => Promise<NotReady[]> {
  let last: { found: Promise<NotReady[]>; atMs: number } | undefined
  return () => {
    const nowMs = performance.now()
    if (last === undefined || nowMs - last.atMs > rememberMs) last = { found: look(needs), atMs: nowMs }
    return last.found
  }
}

async function look({ db, dataDir }: { db: Kysely<unknown>; dataDir: string }): Promise<NotReady[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database is slow')), longestMs)
  const database = Promise.race([pendingMigrations(db), late.promise]).then(
    (pending): NotReady[] => (pending.length > 0 ? ['migrations'] : []),
    (): NotReady[] => ['database'],
  )
  try {
    return [...(await database), ...diskReasons(dataDir)]
  } finally {
    clearTimeout(timer)
  }
}

function diskReasons(dataDir: string): NotReady[] {
  try {
    refuseFullDisk(dataDir)
    return []
  } catch {
    return ['disk']
  }
}
