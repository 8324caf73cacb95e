import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '../../../migrations')

/** In order. */
async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .toSorted()
}

/** The migrations of the product in the order of their names. They only go forward. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const name of await migrationNames())
      migrations[name] = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
    return migrations
  },
}

/** Whether the database has seen all migrations that there are, and no others. False where it has seen none. */
async function isLatest(db: Kysely<unknown>): Promise<boolean> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows: there } = await sql<{
    is: boolean
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as is`.execute(db)
  if (!there[0]?.is) return false
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  const names = await migrationNames()
  return rows.length === names.length && rows.every(({ name }, at) => name === names[at])
}

/** The names of migrations that the database has not seen. Changes nothing. Throws where the database does not answer. */
export async function pendingMigrations(db: Kysely<unknown>): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/**
 * Brings the schema up to date under a lock, so that instances that start together do it once. Where nothing is to be done
 * no migration is even read: viewers wait for a station that comes up again. Throws what failed.
 */
export async function migrateToLatest(db: Kysely<unknown>): Promise<{ applied: string[] }> {
  if (await isLatest(db)) return { applied: [] }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}
