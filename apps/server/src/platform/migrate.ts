import type { Kysely } from 'kysely'
import { Migrator, type Migration, type MigrationProvider } from 'kysely/migration'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = join(import.meta.dirname, '../../migrations')

/** The migrations of the product in the order of their names. They only go forward. */
const provider: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {}
    for (const file of (await readdir(folder)).toSorted()) {
      if (!file.endsWith('.ts')) continue
      migrations[file.slice(0, -3)] = await import(pathToFileURL(join(folder, file)).href)
    }
    return migrations
  },
}

/** The names of migrations that the database has not seen. Changes nothing. Throws where the database does not answer. */
export async function pendingMigrations(db: Kysely<unknown>): Promise<string[]> {
  const migrations = await new Migrator({ db, provider }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name)
}

/** Brings the schema up to date under a lock, so that instances that start together do it once. Throws what failed. */
export async function migrateToLatest(db: Kysely<unknown>): Promise<{ applied: string[] }> {
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (error) throw error
  return { applied: (results ?? []).map(({ migrationName }) => migrationName) }
}
