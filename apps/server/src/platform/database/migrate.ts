import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { withLongStatements } from './long-statements.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** Sorted. */
async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .toSorted()
}

/** The product's migrations in order of their names. There are no down migrations. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const name of await migrationNames())
      migrations[name] = await import(pathToFileURL(join(folder, `${name}.ts`)).href)
    return migrations
  },
}

/** Whether exactly the existing migrations were applied. False for a new database. */
async function isLatest(db: Kysely<unknown>): Promise<boolean> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows: tables } = await sql<{
    is: boolean
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as is`.execute(db)
  if (!tables[0]?.is) return false
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  const names = await migrationNames()
  return rows.length === names.length && rows.every(({ name }, at) => name === names[at])
}

/** Names of migrations that were not applied. Changes nothing. Throws if the database does not answer. */
export async function pendingMigrations(db: Kysely<unknown>): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/**
 * Migrates the schema under a lock, so that concurrent instances do it once. If nothing is pending, no migration is
 * loaded, which speeds up restarts. Throws the cause of a failure.
 */
export async function migrateToLatest(db: Kysely<unknown>): Promise<{ applied: string[] }> {
  if (await isLatest(db)) return { applied: [] }
  const { error, results } = await withLongStatements(() => new Migrator({ db, provider }).migrateToLatest())
  if (error) throw error
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}
