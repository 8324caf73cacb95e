import { sql, type Kysely, type Selectable } from 'kysely'
import type { OperationsTables } from './operations-tables.ts'

export type ImportRow = Selectable<OperationsTables['import_file']>

export interface ImportStore {
  /**
   * Does the work while no other process imports into this station. The lock ends with its connection, whatever becomes
   * of this process.
   */
  alone<Result>(work: () => Promise<Result>): Promise<Result | 'busy'>
  all(): Promise<ImportRow[]>
  /** Notes a file, in place of what is known of its path or its content. */
  save(row: ImportRow): Promise<void>
  forget(path: string): Promise<void>
}

/** "yunmu import", as a number. */
const importLock = 0x796d696d

export function createImportStore(db: Kysely<OperationsTables>): ImportStore {
  return {
    alone: (work) =>
      db.connection().execute(async (held) => {
        const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${importLock}) as got`.execute(held)
        if (rows[0]?.got !== true) return 'busy'
        try {
          return await work()
        } finally {
          await sql`select pg_advisory_unlock(${importLock})`.execute(held)
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
