import { sql, type Kysely } from 'kysely'
import type { LegacyKind, MigrationTables } from './migration-tables.ts'
import type { MigrationReport } from './report-rules.ts'

/** What a row of an older system became. */
export interface LegacyEntry {
  oldId: number
  id: number | null
  slug: string
  name: string
  hash: Buffer
}

export interface LegacyStore {
  /** The known ones of these rows, by old id. */
  known(kind: LegacyKind, oldIds: readonly number[]): Promise<Map<number, { id: number | null; hash: Buffer }>>
  save(kind: LegacyKind, entries: readonly LegacyEntry[]): Promise<void>
  saveSources(sources: readonly { oldId: number; position: number; sourceId: number }[]): Promise<void>
  /** By number, or by pinyin: of several with the same the first. */
  find(kind: LegacyKind, key: { oldId: number } | { slug: string }): Promise<LegacyEntry | null>
  sourceOf(oldId: number, position: number): Promise<number | null>
  hasAny(): Promise<boolean>
  startRun(report: MigrationReport, startedSec: number): Promise<number>
  saveRun(id: number, report: MigrationReport, endedSec: number | null): Promise<void>
  lastRun(): Promise<{ report: MigrationReport; startedSec: number; endedSec: number | null } | null>
}

export function createLegacyStore(db: Kysely<MigrationTables>): LegacyStore {
  return {
    async known(kind, oldIds) {
      const rows = await db
        .selectFrom('legacy_id')
        .select(['old_id', 'id', 'hash'])
        .where('kind', '=', kind)
        .where('old_id', '=', sql<number>`any(${[...oldIds]}::bigint[])`)
        .execute()
      return new Map(rows.map(({ old_id, id, hash }) => [old_id, { id, hash }]))
    },

    async save(kind, entries) {
      if (entries.length === 0) return
      const list = <Key extends keyof LegacyEntry>(key: Key) => entries.map((one) => one[key])
      await sql`
        insert into legacy_id (kind, old_id, id, slug, name, hash)
        select distinct on (old_id) ${kind}, old_id, id, slug, name, hash
        from unnest(${list('oldId')}::bigint[], ${list('id')}::int[], ${list('slug')}::text[], ${list('name')}::text[],
          ${list('hash')}::bytea[]) as given (old_id, id, slug, name, hash)
        order by old_id
        on conflict (kind, old_id) do update
          set id = excluded.id, slug = excluded.slug, name = excluded.name, hash = excluded.hash`.execute(db)
    },

    async saveSources(sources) {
      if (sources.length === 0) return
      await sql`
        insert into legacy_source (old_id, position, source_id)
        select distinct on (old_id, position) old_id, position, source_id
        from unnest(${sources.map(({ oldId }) => oldId)}::bigint[], ${sources.map(({ position }) => position)}::smallint[],
          ${sources.map(({ sourceId }) => sourceId)}::int[]) as given (old_id, position, source_id)
        order by old_id, position
        on conflict (old_id, position) do update set source_id = excluded.source_id`.execute(db)
    },

    async find(kind, key) {
      const entries = db
        .selectFrom('legacy_id')
        .select(['old_id as oldId', 'id', 'slug', 'name', 'hash'])
        .where('kind', '=', kind)
      const found = 'slug' in key ? entries.where('slug', '=', key.slug) : entries.where('old_id', '=', key.oldId)
      return (await found.orderBy('old_id').limit(1).executeTakeFirst()) ?? null
    },

    async sourceOf(oldId, position) {
      const row = await db
        .selectFrom('legacy_source')
        .select('source_id')
        .where('old_id', '=', oldId)
        .where('position', '=', position)
        .executeTakeFirst()
      return row?.source_id ?? null
    },

    async hasAny() {
      return (await db.selectFrom('legacy_id').select('kind').limit(1).executeTakeFirst()) !== undefined
    },

    async startRun(report, startedSec) {
      const { id } = await db
        .insertInto('migration_run')
        .values({ report: JSON.stringify(report), started_sec: startedSec, ended_sec: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    async saveRun(id, report, endedSec) {
      await db
        .updateTable('migration_run')
        .set({ report: JSON.stringify(report), ended_sec: endedSec })
        .where('id', '=', id)
        .execute()
    },

    async lastRun() {
      const row = await db
        .selectFrom('migration_run')
        .select(['report', 'started_sec as startedSec', 'ended_sec as endedSec'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row ?? null
    },
  }
}
