import { sql, type Kysely } from 'kysely'
import type { LegacyKind, MigrationTables } from './migration-tables.ts'
import { newReport, type MigrationReport } from './report-rules.ts'

/** What a row of an older system became. */
export interface LegacyEntry {
  site: number
  oldId: number
  id: number | null
  slug: string
  name: string
  hash: Buffer
  /** Of what does not change of the row; null if it has no such columns. */
  mark: number | null
}

/** What a row was taken as. */
type KnownRow = Pick<LegacyEntry, 'id' | 'hash' | 'mark'>

export interface LegacyStore {
  /** The sites of a system that were taken, the first one first. */
  sites(system: string): Promise<number[]>
  addSite(system: string, nowSec: number): Promise<number>
  /** How addresses of the sites of a system encode ids. */
  encodings(system: string): Promise<{ site: number; key: string | null; length: number | null }[]>
  saveEncoding(site: number, encoding: { key: string; length: number }): Promise<void>
  /** Whether anything of a site was taken. */
  hasRows(site: number): Promise<boolean>
  /** The known ones of these rows of a site, by old id. */
  known(site: number, kind: LegacyKind, oldIds: readonly number[]): Promise<Map<number, KnownRow>>
  save(kind: LegacyKind, entries: readonly LegacyEntry[]): Promise<void>
  saveSources(site: number, sources: readonly { oldId: number; position: number; sourceId: number }[]): Promise<void>
  /** By number, or by pinyin: of several with the same, also of several sites, the first. */
  find(kind: LegacyKind, key: { oldId: number; site?: number } | { slug: string }): Promise<LegacyEntry | null>
  sourceOf(site: number, oldId: number, position: number): Promise<number | null>
  hasAny(): Promise<boolean>
  startRun(report: MigrationReport, startedSec: number): Promise<number>
  saveRun(id: number, report: MigrationReport, endedSec: number | null): Promise<void>
  lastRun(): Promise<{ report: MigrationReport; startedSec: number; endedSec: number | null } | null>
}

export function createLegacyStore(db: Kysely<MigrationTables>): LegacyStore {
  return {
    async sites(system) {
      const rows = await db.selectFrom('legacy_site').select('id').where('system', '=', system).orderBy('id').execute()
      return rows.map(({ id }) => id)
    },

    async addSite(system, nowSec) {
      const { id } = await db
        .insertInto('legacy_site')
        .values({ system, id_key: null, id_length: null, created_sec: nowSec })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    encodings: (system) =>
      db
        .selectFrom('legacy_site')
        .select(['id as site', 'id_key as key', 'id_length as length'])
        .where('system', '=', system)
        .orderBy('id')
        .execute(),

    async saveEncoding(site, { key, length }) {
      await db.updateTable('legacy_site').set({ id_key: key, id_length: length }).where('id', '=', site).execute()
    },

    async hasRows(site) {
      const row = await db
        .selectFrom('legacy_id')
        .select('kind')
        .where('site_id', '=', site)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async known(site, kind, oldIds) {
      const rows = await db
        .selectFrom('legacy_id')
        .select(['old_id', 'id', 'hash', 'mark'])
        .where('site_id', '=', site)
        .where('kind', '=', kind)
        .where('old_id', '=', sql<number>`any(${[...oldIds]}::bigint[])`)
        .execute()
      return new Map(rows.map(({ old_id, id, hash, mark }) => [old_id, { id, hash, mark }]))
    },

    async save(kind, entries) {
      if (entries.length === 0) return
      const list = <Key extends keyof LegacyEntry>(key: Key) => entries.map((one) => one[key])
      await sql`
        insert into legacy_id (site_id, kind, old_id, id, slug, name, hash, mark)
        select distinct on (site_id, old_id) site_id, ${kind}, old_id, id, slug, name, hash, mark
        from unnest(${list('site')}::int[], ${list('oldId')}::bigint[], ${list('id')}::int[], ${list('slug')}::text[],
          ${list('name')}::text[], ${list('hash')}::bytea[], ${list('mark')}::int[])
          as given (site_id, old_id, id, slug, name, hash, mark)
        order by site_id, old_id
        on conflict (site_id, kind, old_id) do update
          set id = excluded.id, slug = excluded.slug, name = excluded.name, hash = excluded.hash, mark = excluded.mark`.execute(
        db,
      )
    },

    async saveSources(site, sources) {
      if (sources.length === 0) return
      await sql`
        insert into legacy_source (site_id, old_id, position, source_id)
        select distinct on (old_id, position) ${site}::int, old_id, position, source_id
        from unnest(${sources.map(({ oldId }) => oldId)}::bigint[], ${sources.map(({ position }) => position)}::smallint[],
          ${sources.map(({ sourceId }) => sourceId)}::int[]) as given (old_id, position, source_id)
        order by old_id, position
        on conflict (site_id, old_id, position) do update set source_id = excluded.source_id`.execute(db)
    },

    async find(kind, key) {
      const entries = db
        .selectFrom('legacy_id')
        .select(['site_id as site', 'old_id as oldId', 'id', 'slug', 'name', 'hash', 'mark'])
        .where('kind', '=', kind)
      const byId = (id: number, site?: number) => {
        const of = entries.where('old_id', '=', id)
        return site === undefined ? of : of.where('site_id', '=', site)
      }
      const found = 'slug' in key ? entries.where('slug', '=', key.slug) : byId(key.oldId, key.site)
      return (await found.orderBy('site_id').orderBy('old_id').limit(1).executeTakeFirst()) ?? null
    },

    async sourceOf(site, oldId, position) {
      const row = await db
        .selectFrom('legacy_source')
        .select('source_id')
        .where('site_id', '=', site)
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
      // Runs of former versions counted less.
      return row ? { ...row, report: { ...newReport('', '', false), ...row.report } } : null
    },
  }
}
