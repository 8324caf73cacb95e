import { sql, type Kysely, type Selectable } from 'kysely'
import { StartRefusal } from '../../platform/process/start-refusal.ts'
import type { OperationsTables } from './operations-tables.ts'

export type ImportRow = Selectable<OperationsTables['import_file']>

export interface ImportStore {
  /**
   * Does the work while no other process imports into this station. The lock ends with its connection, whatever becomes
   * of this process: `lost` tells the work that its connection broke, and that another may begin.
   * @throws StartRefusal where that has happened
   */
  alone<Result>(work: (lost: AbortSignal) => Promise<Result>): Promise<Result | 'busy'>
  all(): Promise<ImportRow[]>
  /** Notes a file, in place of what is known of its path or its content. */
  save(row: ImportRow): Promise<void>
  forget(path: string): Promise<void>
}

/** "yunmu import", as a number. */
const importLock = 0x796d696d
const lookEveryMs = 2000

const lostLock = (cause: unknown): StartRefusal =>
  new StartRefusal('与数据库的连接断了，导入已停下。再运行一次同样的命令，会从这里接着做。', { cause })

export function createImportStore(db: Kysely<OperationsTables>): ImportStore {
  return {
    alone: (work) =>
      db.connection().execute(async (held) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${importLock}) as got`.execute(held)
        if (rows[0]?.got !== true) return 'busy'
        const lost = new AbortController()
        const lose = (cause: unknown): void => lost.abort(lostLock(cause))
        const looking = setInterval(() => void sql`select 1`.execute(held).catch(lose), lookEveryMs)
        try {
          return await work(lost.signal)
        } finally {
          clearInterval(looking)
          await sql`select pg_advisory_unlock(${importLock})`.execute(held).catch(lose)
          // Whatever else broke with the connection, this is what the operator is to know.
          lost.signal.throwIfAborted()
        }
      }),

    all: () => db.selectFrom('import_file').selectAll().execute(),

    save: (row) =>
      db.transaction().execute(async (tx) => {
        await tx
          .deleteFrom('import_file')
          .where((where) => where.or([where('path', '=', row.path), where('fingerprint', '=', row.fingerprint)]))
          .execute()
        await tx.insertInto('import_file').values(row).execute()
      }),

    async forget(path) {
      await db.deleteFrom('import_file').where('path', '=', path).execute()
    },
  }
}
