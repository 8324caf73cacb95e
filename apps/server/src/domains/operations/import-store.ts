import { sql, type Kysely, type Selectable } from 'kysely'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import type { OperationsTables } from './operations-tables.ts'

export type ImportRow = Selectable<OperationsTables['import_file']>

export interface ImportStore {
  /**
   * Runs `work` under a lock that admits one import per station. The lock is released when its connection ends, even if
   * this process is killed: `lost` is aborted if the connection breaks, because another process may then start.
   * @throws StartRefusal if the lock was lost
   */
  withLock<Result>(work: (lost: AbortSignal) => Promise<Result>): Promise<Result | 'busy'>
  all(): Promise<ImportRow[]>
  /** Where files that are imported play. */
  places(paths: readonly string[]): Promise<Map<string, { origin: string; level: number }>>
  /** Saves a file and replaces rows with the same path or content. */
  save(row: ImportRow): Promise<void>
  remove(path: string): Promise<void>
}

/** Key of the advisory lock: the bytes of "ymim". */
const importLock = 0x796d696d
const checkEveryMs = 2000

const lockLostError = (cause: unknown): StartRefusal =>
  new StartRefusal('与数据库的连接断了，导入已停下。再运行一次同样的命令，会从这里接着做。', { cause })

export function createImportStore(db: Kysely<OperationsTables>): ImportStore {
  return {
    withLock: (work) =>
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${importLock}) as got`.execute(
          connection,
        )
        if (rows[0]?.got !== true) return 'busy'
        const lost = new AbortController()
        const onLost = (cause: unknown): void => lost.abort(lockLostError(cause))
        const checkTimer = setInterval(() => void sql`select 1`.execute(connection).catch(onLost), checkEveryMs)
        try {
          return await work(lost.signal)
        } finally {
          clearInterval(checkTimer)
          await sql`select pg_advisory_unlock(${importLock})`.execute(connection).catch(onLost)
          // Other errors of a broken connection matter less to the operator than this one.
          lost.signal.throwIfAborted()
        }
      }),

    async places(paths) {
      const rows = await db
        .selectFrom('import_file')
        .select(['path', 'origin', 'level'])
        .where('state', '=', 'done')
        .where('path', '=', sql<string>`any(${[...paths]}::text[])`)
        .execute()
      return new Map(rows.map(({ path, ...place }) => [path, place]))
    },

    all: () => db.selectFrom('import_file').selectAll().execute(),

    save: (row) =>
      db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('import_file')
          .where((where) => where.or([where('path', '=', row.path), where('fingerprint', '=', row.fingerprint)]))
          .execute()
        await tx.insertInto('import_file').values(row).execute()
      }),

    async remove(path) {
      await db.deleteFrom('import_file').where('path', '=', path).execute()
    },
  }
}
