import { sql, type Kysely } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { refuseForeignSchema } from './schema-check.ts'
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

/** Names of the applied migrations in order; none for a new database. */
async function appliedNames(db: Kysely<unknown>): Promise<string[]> {
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows: tables } = await sql<{
    is: boolean
  }>`select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as is`.execute(db)
  if (!tables[0]?.is) return []
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Names of migrations that were not applied. Changes nothing. Throws if the database does not answer. */
export async function pendingMigrations(db: Kysely<unknown>): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/**
 * Migrates the schema under a lock, so that concurrent instances do it once. If nothing is pending, no migration is
 * loaded, which speeds up restarts. Throws a StartRefusal for a database that cannot be upgraded, and the cause of a
 * failure.
 * @param upTo the last migration to apply; absent applies all
 */
export async function migrateToLatest(db: Kysely<unknown>, upTo?: string): Promise<{ applied: string[] }> {
  const [applied, existing] = [await appliedNames(db), await migrationNames()]
  await refuseForeignSchema(db, applied, existing)
  if (applied.length === existing.length) return { applied: [] }
  const migrator = new Migrator({ db, provider })
  const { error, results } = await withLongStatements(() =>
    upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo),
  )
  if (error) throw error
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}
