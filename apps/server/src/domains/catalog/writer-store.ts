import { sql, type Kysely } from 'kysely'
import { lockTitles } from './batch-store.ts'
import type { CatalogTables } from './catalog-tables.ts'

export interface WriterStore {
  /** Whether there is no title at all, published or not. */
  isEmpty(): Promise<boolean>
  /** The titles that are not for minors. */
  adultTitles(): Promise<{ id: number; name: string }[]>
  /** Sets the pictures of a title's episodes, by level. */
  saveStills(titleId: number, stills: ReadonlyMap<number, string>): Promise<void>
  /** Writes an asset's state to the episodes that play it. Returns their titles. */
  settleAsset(asset: { assetId: number; state: 'ready' | 'pending' | 'broken'; durationMs: number }): Promise<number[]>
  /** Ids of the demonstration programme's titles, by origin. */
  demoIds(): Promise<Map<string, number>>
  /** Deletes all titles of the demonstration programme. Returns their ids. */
  removeDemo(): Promise<number[]>
}

/** Locks the titles that play an asset, before their episodes: every transaction locks titles first. */
export async function lockTitlesOfAssets(tx: Kysely<CatalogTables>, assetIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct source.title_id as id from episode join source on source.id = source_id
    where asset_id = any(${[...assetIds]}::int[])`.execute(tx)
  await lockTitles(
    tx,
    rows.map(({ id }) => id),
  )
}

/** Changes stored titles and episodes, and updates the listing in the same transaction. */
export function createWriterStore(db: Kysely<CatalogTables>): WriterStore {
  return {
    async isEmpty() {
      return (await db.selectFrom('title').select('id').limit(1).executeTakeFirst()) === undefined
    },

    adultTitles: () => db.selectFrom('title').select(['id', 'name']).where('adult', '=', true).orderBy('id').execute(),

    async saveStills(titleId, stills) {
      await sql`
        with locked as (select id from title where id = ${titleId} for no key update)
        update episode set still = given.still
        from unnest(${[...stills.keys()]}::int[], ${[...stills.values()]}::text[]) 
          as given (level, still), locked join source on source.title_id = locked.id
        where source.id = episode.source_id and episode.level = given.level
          and not ('still' = any(episode.locked_fields))
      `.execute(db)
    },

    async settleAsset({ assetId, state, durationMs }) {
      const rows = await db
        .updateTable('episode')
        .set({ state, ...(durationMs > 0 ? { duration_ms: durationMs } : {}) })
        .from('source')
        .whereRef('source.id', '=', 'episode.source_id')
        .where('episode.asset_id', '=', assetId)
        .returning('source.title_id')
        .execute()
      return [...new Set(rows.map(({ title_id }) => title_id))]
    },

    async demoIds() {
      const rows = await db.selectFrom('title').select(['id', 'origin']).where('demo', '=', true).execute()
      return new Map(rows.map(({ id, origin }) => [origin ?? '', id]))
    },

    async removeDemo() {
      const rows = await db.deleteFrom('title').where('demo', '=', true).returning('id').execute()
      return rows.map(({ id }) => id)
    },
  }
}
